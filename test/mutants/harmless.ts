import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { packageRoot } from '../../src/package-root.ts';
import { type ConditionName, conditionNames, conditions, holdsFor } from './conditions.ts';
import { type Given, textIn } from './facts.ts';
import { type FieldKind, strictKinds } from './fields.ts';

const list = <Name extends z.ZodType<string>>(name: Name) =>
  z.union([name, z.array(name).min(1)]).transform((one) => (Array.isArray(one) ? one : [one]));
const names = list(z.string());

const entry = z.strictObject({
  input: names,
  field: names,
  change: names.optional(),
  /** Fields of the record that is changed, with the values that they have before. */
  of: z.record(z.string(), z.string()).optional(),
  /** What has to be true of the change; the harness checks it each time. */
  when: list(z.enum(conditionNames)).optional(),
  reason: z.string().min(20),
});

const harmlessSchema = z.strictObject({
  /** Changes that cannot matter, each with the reason. In a strict kind an entry has a condition. */
  harmless: z.array(entry),
  /** Changes that have no effect, each with the reason: what a run computed is the same, which the harness checks. */
  no_effect: z.array(entry.extend({ when: list(z.enum(conditionNames)) })),
  /** Changes that are not noticed and could matter, each with the reason: known survivors. */
  not_noticed: z.array(entry),
  /** Changes after which a day is green and an item has another outcome, which is true. */
  true_outcomes: z.array(
    entry.omit({ of: true, when: true }).extend({
      /** Parts of what items and controls say then: each one that says something else has one of them. */
      becomes: list(z.string().min(5)),
    }),
  ),
});

export type Harmless = z.infer<typeof harmlessSchema>;
type Entry = {
  input: string[];
  field: string[];
  change?: string[] | undefined;
  of?: Record<string, string> | undefined;
  when?: ConditionName[] | undefined;
};
export type Changed = { input: string; field: string; change: string; kind: FieldKind };

/** Why a change may be green, and what was checked of it. */
export type Excuse = { reason: string; condition: string };

export function readHarmless(): Harmless {
  const path = join(packageRoot, 'test', 'mutants', 'harmless.yaml');
  return harmlessSchema.parse(parse(readFileSync(path, 'utf8')));
}

const isNamed = (list: readonly string[], name: string) => list.includes(name) || list.includes('*');

const applies = ({ input, field, change }: Entry, changed: Changed) =>
  isNamed(input, changed.input) &&
  isNamed(field, changed.field) &&
  (change === undefined || change.includes(changed.change));

const holds = ({ of = {}, when = [] }: Entry, given: Given) =>
  Object.entries(of).every(([name, value]) => {
    const { record } = given.change;
    return record !== undefined && textIn(record, name) === value;
  }) && when.every((name) => holdsFor(name, given));

const conditionOf = ({ of = {}, when = [] }: Entry) =>
  [
    ...Object.entries(of).map(([name, value]) => `${name} is ${value === '' ? 'empty' : value}.`),
    ...when.map((name) => conditions[name].means),
  ].join(' ');

/** A change in a strict kind is harmless only by something that is checked of it. */
const isConditional = ({ of, when }: Entry) => of !== undefined || when !== undefined;

function excuseOf(entries: readonly (Entry & { reason: string })[], changed: Changed, given: Given) {
  const found = entries.find((entry) => applies(entry, changed) && holds(entry, given));
  return found === undefined ? undefined : { reason: found.reason, condition: conditionOf(found) };
}

/** Why a change cannot matter; nothing where it has to be noticed. */
export const harmlessExcuse = ({ harmless }: Harmless, changed: Changed, given: Given): Excuse | undefined =>
  excuseOf(
    harmless.filter((entry) => !isStrict(changed) || isConditional(entry)),
    changed,
    given,
  );

/** Why a change has no effect on what a run computes. */
export const noEffectExcuse = ({ no_effect }: Harmless, changed: Changed, given: Given): Excuse | undefined =>
  excuseOf(no_effect, changed, given);

/** Why a change that could matter is not noticed. */
export const knownGap = ({ not_noticed }: Harmless, changed: Changed, given: Given): Excuse | undefined =>
  excuseOf(not_noticed, changed, given);

/** What an item or control says after a change: the part behind the arrow, where there is one. */
const after = (line: string) => line.slice(Math.max(0, line.lastIndexOf('→')));

/** Why all that items and controls say after a change is true; nothing where one of them says what no entry expects. */
export function trueOutcome(
  { true_outcomes }: Harmless,
  changed: Changed,
  said: readonly string[],
): string | undefined {
  const entries = true_outcomes.filter((one) => applies(one, changed));
  const found = said.map((line) => entries.find(({ becomes }) => becomes.some((part) => after(line).includes(part))));
  return found.every((entry) => entry !== undefined) ? found[0]?.reason : undefined;
}

/** Whether a survivor of this kind may never be. */
export const isStrict = ({ kind }: { kind: FieldKind }): boolean => strictKinds.some((strict) => strict === kind);
