import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

/** One line of a JSON-lines file: its object, or the reason why it is rejected. */
export type JsonLine = { line: number; text: string; record: object } | { line: number; text: string; problem: string };

function objectOf(text: string): object | undefined {
  try {
    const record: unknown = JSON.parse(text);
    return typeof record === 'object' && record !== null && !Array.isArray(record) ? record : undefined;
  } catch {
    return undefined;
  }
}

/** The lines of a file that holds one JSON object a line; blank lines are left out. */
export async function* jsonLines(path: string): AsyncGenerator<JsonLine> {
  let line = 0;
  for await (const raw of createInterface({ input: createReadStream(path, 'utf8'), crlfDelay: Infinity })) {
    line += 1;
    const text = line === 1 ? raw.replace(/^\uFEFF/, '') : raw;
    if (text.trim() === '') continue;
    const record = objectOf(text);
    yield record === undefined ? { line, text, problem: 'The line is not a JSON object.' } : { line, text, record };
  }
}
