import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { SandboxError } from '../sandbox-error.ts';
import { type FaultRule, faultRule } from './fault.ts';

/** Reads the faults of a script, YAML or JSON. Throws FAULT_SCRIPT_UNREADABLE, or FAULT_SCRIPT_WRONG if it is invalid. */
export function readFaultScript(path: string): FaultRule[] {
  return parseScript(path, readText(path));
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw new SandboxError({
      code: 'FAULT_SCRIPT_UNREADABLE',
      message: 'The fault script cannot be read.',
      remedy: 'Name an existing file with a list of faults, YAML or JSON.',
      file: path,
      cause,
    });
  }
}

function parseScript(path: string, text: string): FaultRule[] {
  const wrong = (what: string, cause: unknown) =>
    new SandboxError({
      code: 'FAULT_SCRIPT_WRONG',
      message: `The fault script is invalid: ${what}`,
      remedy: 'Give each fault a service, a path and an effect, as in the README of the sandbox.',
      file: path,
      cause,
    });
  let content: unknown;
  try {
    content = parse(text);
  } catch (cause) {
    throw wrong(cause instanceof Error ? (cause.message.split('\n', 1)[0] ?? '') : String(cause), cause);
  }
  // validated as a list, so that an error names the position of the invalid fault
  const orders = z.array(faultRule).safeParse(Array.isArray(content) ? content : [content]);
  if (orders.success) return orders.data;
  const [first] = orders.error.issues;
  throw wrong(`${first?.path.join('.') ?? ''}: ${first?.message ?? ''}`, orders.error);
}
