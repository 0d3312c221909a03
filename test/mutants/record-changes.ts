import { stringify } from 'lossless-json';
import type { Random } from '../fuzz/random.ts';
import type { Content, RecordOf } from './document.ts';
import type { Change } from './mutation.ts';

type RecordChange = (content: Content, random: Random) => Change | undefined;

const shown = (record: RecordOf | undefined) => (stringify(record ?? {}) ?? '').slice(0, 240);

function some(change: (records: RecordOf[], at: number, random: Random) => RecordOf[], what: string): RecordChange {
  return (content, random) => {
    const at = random.int(0, content.records.length - 1);
    const records = change([...content.records], at, random);
    const record = content.records[at];
    return { what: `${what} record ${at + 1}: ${shown(record)}`, bytes: content.write(records), record };
  };
}

const kept =
  (what: string, keep: (records: readonly RecordOf[], random: Random) => RecordOf[]): RecordChange =>
  (content, random) => {
    const records = keep(content.records, random);
    return records.length === content.records.length
      ? undefined
      : { what: `${what}: ${records.length} of ${content.records.length} records`, bytes: content.write(records) };
  };

/** Changes of the records of an input: one is not there, is there twice, or is in another place. */
export const recordChanges: Readonly<Record<string, RecordChange>> = {
  dropped: some((records, at) => records.filter((_, index) => index !== at), 'without'),
  dropped_newest: (content) => ({
    what: `without the last record: ${shown(content.records.at(-1))}`,
    bytes: content.write(content.records.slice(0, -1)),
    record: content.records.at(-1),
  }),
  dropped_oldest: (content) => ({
    what: `without the first record: ${shown(content.records[0])}`,
    bytes: content.write(content.records.slice(1)),
    record: content.records[0],
  }),
  doubled: some(
    (records, at) => records.flatMap((record, index) => (index === at ? [record, record] : [record])),
    'twice',
  ),
  doubled_at_end: some((records, at) => [...records, ...records.slice(at, at + 1)], 'again at the end'),
  moved: some((records, at, random) => {
    const [record] = records.splice(at, 1);
    if (record !== undefined) records.splice(random.int(0, records.length), 0, record);
    return records;
  }, 'elsewhere'),
  reversed: (content) => ({ what: 'in the reverse order', bytes: content.write(content.records.toReversed()) }),
  first_half: kept('the first half', (records) => records.slice(0, Math.ceil(records.length / 2))),
  second_half: kept('the second half', (records) => records.slice(Math.floor(records.length / 2))),
  last_tenth_gone: kept('without the last tenth', (records) => records.slice(0, Math.floor(records.length * 0.9))),
  none: kept('no record', () => []),
};

/** Moves the first or the last day that the rows above a table name. */
function dayMoved(which: 'first' | 'last', days: number): (content: Content) => Change | undefined {
  return ({ preamble = [], records, columns, write }) => {
    const text = preamble.flat().join(' ');
    const named = [...text.matchAll(/\d{4}-\d\d-\d\d/g)].map(([day]) => day).sort();
    const day = which === 'first' ? named[0] : named.at(-1);
    if (day === undefined) return undefined;
    const moved = new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
    const written = preamble.map((row) => row.map((cell) => cell.replace(day, moved)));
    const bytes = write(records, columns, written);
    return { what: `${day} above the table becomes ${moved}`, bytes, was: day, becomes: moved };
  };
}

/** Changes of what a table says of itself above its header. */
export const preambleChanges: Readonly<Record<string, (content: Content) => Change | undefined>> = {
  dropped: ({ records, columns, write }) => ({
    what: 'without the rows above the table',
    bytes: write(records, columns, []),
  }),
  starts_later: dayMoved('first', 3),
  starts_earlier: dayMoved('first', -3),
  ends_earlier: dayMoved('last', -3),
  ends_later: dayMoved('last', 3),
};
