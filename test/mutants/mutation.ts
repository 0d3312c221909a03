import { isLosslessNumber, stringify } from 'lossless-json';
import type { LandedFile } from '../../src/warehouse/load/landed-file.ts';
import { type Random, randomOf } from '../fuzz/random.ts';
import { type Content, contentOf, isObject, type RecordOf, type Value } from './document.ts';
import { type FieldKind, fieldKind } from './fields.ts';
import { fileChanges, headerChanges } from './receipt-changes.ts';
import { preambleChanges, recordChanges } from './record-changes.ts';
import { jsonChanges, valueChanges } from './values.ts';

/** A kind of change of a kind of field of an input; each has as many mutants as there are draws. */
export type Stratum = { input: string; field: string; change: string; kind: FieldKind };

/** A changed input: its bytes, its receipt, or neither when it is not there. */
export type Change = {
  what: string;
  bytes?: Buffer;
  facts?: Partial<LandedFile>;
  isGone?: boolean;
  /** The record that is changed, as it was, and the object in it that has the value. */
  record?: RecordOf | undefined;
  parent?: RecordOf | undefined;
  /** The value before and after; undefined where it is left out, or where no value is changed. */
  was?: Value | undefined;
  becomes?: Value | undefined;
};

/** The place of a value: the record, and the names and numbers that lead to it. */
type Place = { record: number; steps: readonly (string | number)[]; value: Value };

const fieldOf = (steps: readonly (string | number)[]): string =>
  steps
    .map((step, at) => {
      if (typeof step === 'number') return '[]';
      return `${at === 0 ? '' : '.'}${/^[A-Z]{3}$/.test(step) ? '{currency}' : step}`;
    })
    .join('');

/** Every value of a record, with the objects and lists that hold others. */
function* placesOf(value: Value, record: number, steps: readonly (string | number)[] = []): Generator<Place> {
  if (steps.length > 0) yield { record, steps, value };
  if (Array.isArray(value)) for (const [at, each] of value.entries()) yield* placesOf(each, record, [...steps, at]);
  else if (isObject(value))
    for (const [name, each] of Object.entries(value)) yield* placesOf(each, record, [...steps, name]);
}

const isLeaf = ({ value }: Place) => isLosslessNumber(value) || typeof value !== 'object' || value === null;

/** A copy in which the value at a place is another one; undefined removes it. */
function withValue(parent: Value, [step, ...rest]: readonly (string | number)[], value: Value | undefined): Value {
  const replaced = (held: Value | undefined) =>
    rest.length === 0 || held === undefined ? value : withValue(held, rest, value);
  if (Array.isArray(parent))
    return parent.flatMap((each, at) => {
      const kept = at === step ? replaced(each) : each;
      return kept === undefined ? [] : [kept];
    });
  if (!isObject(parent)) throw new Error('there is no such place');
  const entries = Object.entries(parent).map(([name, held]): [string, Value | undefined] => [
    name,
    name === step ? replaced(held) : held,
  ]);
  return Object.fromEntries(entries.filter((entry): entry is [string, Value] => entry[1] !== undefined));
}

const recordWith = (content: Content, { record, steps }: Place, value: Value | undefined): RecordOf[] =>
  content.records.map((each, at) => {
    if (at !== record) return each;
    const changed = withValue(each, steps, value);
    if (!isObject(changed)) throw new Error('a record is an object');
    return changed;
  });

const shown = (value: Value | undefined) => (value === undefined ? 'nothing' : (stringify(value) ?? 'nothing'));

export type Original = { file: LandedFile; bytes: Buffer; content: Content | undefined; places: readonly Place[] };

export function originalOf(file: LandedFile, bytes: Buffer): Original {
  const content = contentOf(file.ext, bytes);
  const places = content?.records.flatMap((record, at) => [...placesOf(record, at)]) ?? [];
  return { file, bytes, content, places };
}

/** The kind under which the configuration of a company is changed. */
export const configurationKind = 'configuration';
/** Its lines that a run on received inputs does not read: names and addresses of services, and their keys. */
const elsewhere = [
  'name',
  'gateway.base_url',
  'gateway.secret_key',
  'payout.base_url',
  'payout.api_',
  'books.orders.file',
  'books.bank.file',
  'books.callbacks.file',
];

const isJson = ({ ext }: LandedFile) => ext === 'json' || ext === 'jsonl';

/** What can be changed in inputs of a kind. */
export function strataOf(input: string, originals: readonly Original[]): Stratum[] {
  const strata: Stratum[] = [];
  const isConfiguration = input === configurationKind;
  const add = (field: string, kind: FieldKind, changes: readonly string[]) => {
    for (const change of changes) strata.push({ input, field, change, kind: change === 'hour_away' ? 'time' : kind });
  };
  if (!isConfiguration) add('(file)', 'presence', Object.keys(fileChanges));
  for (const [field, { kind, applies }] of Object.entries(headerChanges))
    if (!isConfiguration && originals.some(({ file }) => applies(file)))
      add(field, kind, Object.keys(headerChanges[field]?.changes ?? {}));
  const [first] = originals;
  if (first?.content === undefined) return strata;
  if ((first.content.preamble ?? []).length > 0) add('(preamble)', 'date', Object.keys(preambleChanges));
  if (originals.some(({ content }) => (content?.records.length ?? 0) > 1))
    add('(record)', 'presence', Object.keys(recordChanges));
  const fields = new Map(originals.flatMap(({ places }) => places.map((place) => [fieldOf(place.steps), place])));
  for (const [field, place] of fields) {
    if (isConfiguration && elsewhere.some((each) => field.startsWith(each))) continue;
    const kind = fieldKind(input, field);
    if (field.endsWith('[]')) add(field, kind, ['repeated']);
    add(field, kind, isJson(first.file) ? ['absent'] : ['column_dropped', 'column_renamed', 'exchanged']);
    if (!isLeaf(place)) continue;
    add(field, kind, Object.keys(valueChanges[kind]));
    if (isJson(first.file)) add(field, kind, Object.keys(jsonChanges));
  }
  return strata;
}

function columnChange({ content }: Original, { field, change }: Stratum): Change | undefined {
  if (content?.columns === undefined) return undefined;
  if (change === 'column_dropped')
    return {
      what: `the column ${field} is left out`,
      bytes: content.write(
        content.records,
        content.columns.filter((column) => column !== field),
      ),
    };
  if (change !== 'column_renamed') return undefined;
  const renamed = content.records.map((record) => ({ ...record, 'Column 7': record[field] ?? '' }));
  return {
    what: `the header ${field} is "Column 7"`,
    bytes: content.write(
      renamed,
      content.columns.map((column) => (column === field ? 'Column 7' : column)),
    ),
  };
}

/** Exchanges the values of a field between two records. */
function exchanged(content: Content, places: readonly Place[], random: Random): Change | undefined {
  const a = random.pick(places);
  const different = places.filter(({ value }) => shown(value) !== shown(a.value));
  if (different.length === 0) return undefined;
  const b = random.pick(different);
  const records = recordWith({ ...content, records: recordWith(content, a, b.value) }, b, a.value);
  return { what: `${shown(a.value)} and ${shown(b.value)} are exchanged`, bytes: content.write(records) };
}

/** The object or list that has the value of a place. */
const holderOf = ({ records }: Content, { record, steps }: Place): Value | undefined =>
  steps
    .slice(0, -1)
    .reduce<Value | undefined>(
      (value, step) => (Array.isArray(value) ? value[Number(step)] : isObject(value) ? value[step] : undefined),
      records[record],
    );

function parentOf(content: Content, place: Place): RecordOf | undefined {
  const holder = holderOf(content, place);
  return isObject(holder) ? holder : undefined;
}

/** An entry of a list within a record is there twice. */
function repeated(content: Content, place: Place): Change {
  const list = place.steps.slice(0, -1);
  const held = holderOf(content, place);
  const entries = Array.isArray(held) ? [...held, place.value] : [place.value];
  const records = recordWith(content, { ...place, steps: list }, entries);
  return { what: `${shown(place.value)} is in its list twice`, bytes: content.write(records) };
}

function valueChange(original: Original, { field, change, kind }: Stratum, random: Random): Change | undefined {
  const { content } = original;
  const places = original.places.filter(({ steps }) => fieldOf(steps) === field);
  if (content === undefined || places.length === 0) return undefined;
  if (change === 'exchanged') return exchanged(content, places, random);
  const changeOf = valueChanges[kind === 'time' ? 'date' : kind][change] ?? jsonChanges[change];
  if (change === 'repeated') return repeated(content, random.pick(places));
  const others = places.map(({ value }) => value);
  for (let attempt = 0; attempt < 30; attempt += 1) {
    const place = random.pick(places);
    const value = change === 'absent' ? undefined : changeOf?.(place.value, { random, others });
    if (change !== 'absent' && (value === undefined || shown(value) === shown(place.value))) continue;
    const what = `${field} of record ${place.record + 1}: ${shown(place.value)} becomes ${shown(value)}`;
    return {
      what,
      bytes: content.write(recordWith(content, place, value)),
      was: place.value,
      becomes: value,
      record: content.records[place.record],
      parent: parentOf(content, place),
    };
  }
  return undefined;
}

/** The change of one input; nothing where it has nothing to change in this way. `draw` names the mutant. */
export function changeOf(original: Original, stratum: Stratum, draw: string): Change | undefined {
  const { field, change } = stratum;
  const random = randomOf(draw);
  if (field === '(file)') return fileChanges[change]?.(original, random);
  const header = headerChanges[field]?.changes[change];
  if (header !== undefined) return header(original.file);
  if (field === '(preamble)') return original.content && preambleChanges[change]?.(original.content);
  if (field === '(record)') return original.content && recordChanges[change]?.(original.content, random);
  return columnChange(original, stratum) ?? valueChange(original, stratum, random);
}
