import { cutOffRecord, type JsonFile, lineTexts } from './record-texts.ts';

/** One line of a JSON-lines file: its object, or the reason why it is rejected. */
type JsonLine = { line: number; text: string; record: object } | { line: number; text: string; problem: string };

/** Whether a record only states the days that its file covers: `{"covers": {"from": "2026-11-01", "through": "2026-11-20"}}`. */
export const isSpanOnly = (keys: Iterable<string>): boolean => [...keys].join(' ') === 'covers';

function objectOf(text: string): object | undefined {
  try {
    const record: unknown = JSON.parse(text);
    return typeof record === 'object' && record !== null && !Array.isArray(record) ? record : undefined;
  } catch {
    return undefined;
  }
}

/** The lines of a file that holds one JSON object a line; blank lines are left out. Throws FILE_TRUNCATED or FILE_TOO_LARGE. */
export async function* jsonLines(file: JsonFile): AsyncGenerator<JsonLine> {
  for await (const { line, text, isEnded } of lineTexts(file)) {
    const record = objectOf(text);
    if (record !== undefined) yield { line, text, record };
    else if (isEnded) yield { line, text, problem: 'The line is not a JSON object.' };
    else throw cutOffRecord(file, line);
  }
}
