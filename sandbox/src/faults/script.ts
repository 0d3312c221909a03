import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { SandboxError } from '../sandbox-error.ts';
import { type FaultOrder, faultOrder } from './fault.ts';

/** Reads the faults of a script, YAML or JSON. Throws FAULT_SCRIPT_UNREADABLE, or FAULT_SCRIPT_WRONG where one is not understood. */
export function readFaultScript(path: string): FaultOrder[] {
  return parseScript(path, readText(path));
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw new SandboxError({
      code: 'FAULT_SCRIPT_UNREADABLE',
      message: 'The script of faults cannot be read.',
      remedy: 'Name a file that is there: YAML or JSON, a list of faults.',
      file: path,
      cause,
    });
  }
}

function parseScript(path: string, text: string): FaultOrder[] {
  const wrong = (what: string, cause: unknown) =>
    new SandboxError({
      code: 'FAULT_SCRIPT_WRONG',
      message: `The script of faults is not understood: ${what}`,
      remedy: 'Write each fault as the README of the sandbox shows it: service, path, times, effect.',
      file: path,
      cause,
    });
  let content: unknown;
  try {
    content = parse(text);
  } catch (cause) {
    throw wrong(cause instanceof Error ? (cause.message.split('\n', 1)[0] ?? '') : String(cause), cause);
  }
  // a list is read as a list, so that a mistake is told by its place in it
  const orders = z.array(faultOrder).safeParse(Array.isArray(content) ? content : [content]);
  if (orders.success) return orders.data;
  const [first] = orders.error.issues;
  throw wrong(`${first?.path.join('.') ?? ''}: ${first?.message ?? ''}`, orders.error);
}
