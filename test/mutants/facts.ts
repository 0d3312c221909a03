import { isLosslessNumber } from 'lossless-json';
import { Temporal } from 'temporal-polyfill';
import type { LandedFile } from '../../src/warehouse/load/landed-file.ts';
import { bytesOf } from './bytes.ts';
import { type Content, contentOf, isObject, type RecordOf, type Value } from './document.ts';
import type { Change, Original } from './mutation.ts';
import type { World } from './world.ts';

/** A change, with the input that it changes, the other inputs of its world, and what a run computed without it and with it. */
export type Given = {
  world: World;
  original: Original;
  change: Change;
  results: { before: readonly string[]; after: readonly string[] };
};

const contents = new WeakMap<LandedFile, readonly RecordOf[]>();

/** The records of all inputs of a kind, without the change. */
export function recordsOf({ files }: World, kind: string): readonly RecordOf[] {
  return files
    .filter((file) => file.kind === kind)
    .flatMap((file) => {
      const records = contents.get(file) ?? contentOf(file.ext, bytesOf(file))?.records ?? [];
      contents.set(file, records);
      return records;
    });
}

export const textIn = (record: RecordOf, name: string): string => String(record[name] ?? '');

/** The records of the changed input, before and after. */
export function contentsOf({ original, change }: Given): { before: Content; after: Content } | undefined {
  const { content: before } = original;
  const after = change.bytes === undefined ? undefined : contentOf(original.file.ext, change.bytes);
  return before === undefined || after === undefined ? undefined : { before, after };
}

/** The records that are changed, before and after; none where there are more or fewer. */
export function changedRecords(given: Given): readonly (readonly [RecordOf, RecordOf])[] {
  const { before, after } = contentsOf(given) ?? {};
  if (before === undefined || after === undefined || before.records.length !== after.records.length) return [];
  return before.records.flatMap((was, at) => {
    const is = after.records[at];
    return is === undefined || canonical(was) === canonical(is) ? [] : [[was, is] as const];
  });
}

/** A value as a text in which a repeated entry of a list is there once. */
export function canonical(value: Value): string {
  if (Array.isArray(value)) return `[${[...new Set(value.map(canonical))].join()}]`;
  if (isObject(value))
    return `{${Object.entries(value)
      .map(([name, held]) => `${name}:${canonical(held)}`)
      .join()}}`;
  return isLosslessNumber(value) ? value.value : JSON.stringify(value);
}

/** The instant that a value names; a time without an offset is one of the zone. */
export function instantOf(value: Value | undefined, zone: string): Temporal.Instant | undefined {
  const text = isLosslessNumber(value) ? value.value : value;
  if (typeof text !== 'string') return undefined;
  if (/^\d{10}$/.test(text)) return Temporal.Instant.fromEpochMilliseconds(Number.parseInt(text, 10) * 1000);
  if (!/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(text)) return undefined;
  return /(?:Z|[+-]\d\d:?\d\d)$/.test(text)
    ? Temporal.Instant.from(text)
    : Temporal.PlainDateTime.from(text).toZonedDateTime(zone).toInstant();
}

/** The business day that a value names: that of its instant, or a day that is written alone. */
export function dayOf(value: Value | undefined, zone: string): Temporal.PlainDate | undefined {
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)) return Temporal.PlainDate.from(value);
  return instantOf(value, zone)?.toZonedDateTimeISO(zone).toPlainDate();
}

/** The lines of the statements that are payments. */
export const paymentLines = (world: World) => recordsOf(world, 'statement').filter(({ Type }) => Type === 'purchase');

/** The ids of the payments with this id; without one, of those with this reference. */
export function paymentsFound(world: World, id: string, reference: string): string {
  const lines = paymentLines(world);
  const byId = lines.filter((line) => id !== '' && textIn(line, 'ID') === id);
  const found =
    byId.length > 0 ? byId : lines.filter((line) => reference !== '' && textIn(line, 'Reference Nr.') === reference);
  return [...new Set(found.map((line) => textIn(line, 'ID')))].sort().join();
}
