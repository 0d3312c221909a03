import { isLosslessNumber, parse, stringify } from 'lossless-json';

/** A value as exact text; undefined is null. A nested value is an object or an array as JSON. */
export type RecordValue = { text: string | undefined; isNested: boolean; isNumber: boolean };

/** The values of a record by key, in the order of the text, or the reason why the record is rejected. */
export type ReadRecord = ReadonlyMap<string, RecordValue> | { code: string; reason: string };

class KeyTwice extends Error {}

function recordValue(value: unknown): RecordValue {
  const plain = { isNested: false, isNumber: false };
  if (value === null) return { ...plain, text: undefined };
  if (typeof value === 'string') return { ...plain, text: value };
  // the digits as they are written: an amount is never a float
  if (isLosslessNumber(value)) return { ...plain, text: value.toString(), isNumber: true };
  if (typeof value === 'boolean') return { ...plain, text: String(value) };
  return { ...plain, text: stringify(value), isNested: true };
}

/** Reads the text of a JSON object without a loss: a number keeps its digits, and no value hides another one. */
export function readRecord(text: string): ReadRecord {
  let record: unknown;
  try {
    record = parse(text, undefined, {
      onDuplicateKey: ({ key }) => {
        throw new KeyTwice(key);
      },
    });
  } catch (error) {
    if (error instanceof KeyTwice)
      return { code: 'key_twice', reason: `The key "${error.message}" has two values in the same object.` };
    // a RangeError: nested deeper than the stack
    return { code: 'not_an_object', reason: 'The line is not a JSON object.' };
  }
  if (typeof record !== 'object' || record === null || Array.isArray(record) || isLosslessNumber(record))
    return { code: 'not_an_object', reason: 'The line is not a JSON object.' };
  const entries: [string, unknown][] = Object.entries(record);
  return new Map(entries.map(([key, value]) => [key, recordValue(value)]));
}
