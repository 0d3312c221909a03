import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { packageRoot } from '../../src/package-root.ts';
import type { RecordOf } from './document.ts';
import { type FieldKind, strictKinds } from './fields.ts';

const names = z.union([z.string(), z.array(z.string()).min(1)]).transform((one) => (Array.isArray(one) ? one : [one]));

const harmlessSchema = z.strictObject({
  /** Changes that cannot matter, each with the reason. */
  harmless: z.array(
    z.strictObject({
      input: names,
      field: names,
      change: names.optional(),
      /** Fields of the record that is changed, with the values that they then have. */
      of: z.record(z.string(), z.string()).optional(),
      reason: z.string().min(20),
    }),
  ),
  /** Changes after which a day is green and an item has another outcome, which is true. */
  true_outcomes: z.array(
    z.strictObject({
      input: names,
      field: names,
      change: names.optional(),
      /** A part of what the item, or the control, says then. */
      becomes: z.string().min(5),
      reason: z.string().min(20),
    }),
  ),
});

export type Harmless = z.infer<typeof harmlessSchema>;
type Entry = {
  input: string[];
  field: string[];
  change?: string[] | undefined;
  of?: Record<string, string> | undefined;
};
type Changed = { input: string; field: string; change: string; kind: FieldKind };

export function readHarmless(): Harmless {
  const path = join(packageRoot, 'test', 'mutants', 'harmless.yaml');
  return harmlessSchema.parse(parse(readFileSync(path, 'utf8')));
}

const isNamed = (list: readonly string[], name: string) => list.includes(name) || list.includes('*');

const applies = ({ input, field, change, of = {} }: Entry, changed: Changed, record: RecordOf | undefined) =>
  isNamed(input, changed.input) &&
  isNamed(field, changed.field) &&
  (change === undefined || change.includes(changed.change)) &&
  Object.entries(of).every(([name, value]) => record !== undefined && String(record[name] ?? '') === value);

/** Why a change cannot matter; nothing where it has to be noticed. */
export function harmlessReason(
  { harmless }: Harmless,
  changed: Changed,
  record: RecordOf | undefined,
): string | undefined {
  return harmless.find((entry) => applies(entry, changed, record))?.reason;
}

/** Why what the items or controls say after a change is true. */
export function trueOutcome(
  { true_outcomes }: Harmless,
  changed: Changed,
  said: readonly string[],
): string | undefined {
  return true_outcomes.find(
    (entry) => applies(entry, changed, undefined) && said.some((line) => line.includes(entry.becomes)),
  )?.reason;
}

/** Whether a survivor of this kind may never be. */
export const isStrict = ({ kind }: { kind: FieldKind }): boolean => strictKinds.some((strict) => strict === kind);
