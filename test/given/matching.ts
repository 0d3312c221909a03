import { type DeclaredPass, readPass } from '../../src/reconcile/matching/declared-pass.ts';
import { matchRecords } from '../../src/reconcile/matching/match-records.ts';
import { execute, readRows } from '../../src/warehouse/duckdb-values.ts';
import type { Warehouse } from '../../src/warehouse/open.ts';

/** A record to be matched. Omitted fields are null, the default day is 1 October 2026. Money is decimal text. */
export type GivenRecord = {
  side: 'left' | 'right';
  key: string;
  amount: string;
  /** Records of different books have nothing in common: each book has its own currencies and keys. */
  book?: string;
  currency?: string;
  fee?: string | null;
  identifier?: string | null;
  reference?: string | null;
  /** A day, or an instant with its zone. */
  at?: string;
  group?: string | null;
  counterparty?: string | null;
  description?: string | null;
};

type Rest = Omit<GivenRecord, 'side' | 'key' | 'amount'>;
export const left = (key: string, amount: string, rest: Rest = {}): GivenRecord => ({
  side: 'left',
  key,
  amount,
  ...rest,
});
export const right = (key: string, amount: string, rest: Rest = {}): GivenRecord => ({
  side: 'right',
  key,
  amount,
  ...rest,
});

export const given = 'given';

/** The key of a record among those of all books, and the book and the key within it. */
export const keyOf = ({ book, key }: Pick<GivenRecord, 'book' | 'key'>) =>
  book === undefined ? key : `${book}:${key}`;
export const bookOf = (key: string) => key.slice(0, Math.max(0, key.indexOf(':')));
export const keyInBook = (key: string) => key.slice(key.indexOf(':') + 1);

/** Replaces all records with the given ones, in the given order. */
export async function putRecords({ connection }: Warehouse, records: readonly GivenRecord[]): Promise<void> {
  await execute(connection, 'delete from recon.match_record');
  const rows = records.map((record) => ({
    fee: null,
    identifier: null,
    reference: null,
    group: null,
    counterparty: null,
    description: null,
    ...record,
    key: keyOf(record),
    currency: `${record.book ?? ''}${record.currency ?? 'MYR'}`,
    moment: record.at ?? '2026-10-01',
  }));
  await execute(
    connection,
    `insert into recon.match_record
     select $given, side, key, currency, amount::decimal(18, 4), fee::decimal(18, 4), identifier, reference,
       moment::timestamptz, moment[:10]::date, "group", counterparty, description
     from (select unnest(from_json($rows, '[{"side":"text","key":"text","currency":"text","amount":"text","fee":"text",
       "identifier":"text","reference":"text","moment":"text","group":"text","counterparty":"text","description":"text"}]'), recursive := true))`,
    { given, rows: JSON.stringify(rows) },
  );
}

export const passes = (...declared: string[]): DeclaredPass[] =>
  declared.map((text) => readPass(text, 'sql/reconcile/given.sql'));

/** Matches the records and returns each match as `pass: left+left = right+right`, with a question mark for a suggestion. */
export async function matched(
  warehouse: Warehouse,
  declared: readonly DeclaredPass[],
  rest: { mostSteps?: number } = {},
): Promise<string[]> {
  await matchRecords(warehouse.connection, { reconciliation: given, passes: declared, ...rest });
  const rows = await readRows(
    warehouse.connection,
    `select pass || ': ' || array_to_string(left_keys, '+') || case when is_suggested then ' ? ' else ' = ' end
       || array_to_string(right_keys, '+') as match
     from recon.match where reconciliation = $given order by match`,
    { given },
  );
  return rows.map(({ match }) => String(match));
}

/** The matches of these records alone by passes as a reconciliation declares them, as `pass: left = right`. */
export async function matchesBy(warehouse: Warehouse, records: readonly GivenRecord[], ...declared: string[]) {
  await putRecords(warehouse, records);
  return matched(warehouse, passes(...declared));
}
