import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { readOwnPasses, writeOwnPasses } from '../../../src/reconcile/matching/own-pass.ts';
import { readOwnFiles } from '../../../src/warehouse/own-files.ts';
import { prepareWarehouse } from '../../../src/warehouse/prepare-warehouse.ts';
import { left, matched, matchesBy, putRecords, right } from '../../given/matching.ts';
import { givenRules } from '../../given/rules.ts';

const reconciliation = 'bank_to_settlement';
const path = 'tieout.yaml';

let base: string;
let folder: string;
const acme = givenRules();
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'tieout-own-'));
  folder = join(base, 'passes');
  mkdirSync(folder);
});

const put = (file: string, text: string) => writeFileSync(join(folder, file), text);

/** A pass that matches the result of `select` on the open records. */
const macro = (name: string, select: string, settings = '') =>
  `-- Pass: of our own.\ncreate or replace macro recon.match_${name}(records${settings}) as table (${select});\n`;

const sameTail = macro(
  'same_tail',
  `select l.reconciliation, [l.record_key] as left_keys, [r.record_key] as right_keys, is_unsure as is_suggested,
     null::text[] as runners_up, null::boolean as is_exhausted
   from query_table(records) as l inner join query_table(records) as r
     on r.side = 'right' and right(r.reference, digits) = right(l.reference, digits)
   where l.side = 'left'`,
  ', digits := 4, is_unsure := false',
);

const records = [left('L', '10', { reference: 'DEP/0042' }), right('R', '9', { reference: 'X-10042' })];
const result = (...declared: string[]) => matchesBy(acme.warehouse, records, ...declared);

async function write(declared: Record<string, string[]>) {
  await prepareWarehouse(acme.connection, { path: acme.warehouse.path, own: await readOwnFiles(base) });
  await writeOwnPasses(acme.connection, { passes: declared, path });
}

describe('A custom pass', () => {
  test('runs after those of the reconciliation, with its settings', async () => {
    put('match_same_tail.sql', sameTail);
    await write({ [reconciliation]: ['same_tail(digits := 4)', 'same_identifier'] });
    const own = await readOwnPasses(acme.connection, reconciliation);
    expect(own.map(({ pass }) => pass)).toEqual(['same_tail', 'same_identifier']);
    expect(await readOwnPasses(acme.connection, 'orders_to_statement')).toEqual([]);

    await putRecords(acme.warehouse, records);
    expect(await matched(acme.warehouse, own)).toEqual(['same_tail: L = R']);
    expect(await result('same_tail(digits := 5)')).toEqual([]);
    expect(await result('same_tail(is_unsure := true)')).toEqual(['same_tail: L ? R']);
  });

  test('that does not state whether it is sure gives suggestions', async () => {
    put('match_same_tail.sql', sameTail.replace('is_unsure as is_suggested', 'null::boolean as is_suggested'));
    await write({});
    expect(await result('same_tail')).toEqual(['same_tail: L ? R']);
  });

  test('is dropped when the configuration no longer has it', async () => {
    put('match_same_tail.sql', sameTail);
    await write({ [reconciliation]: ['same_tail'] });
    await write({});
    expect(await readOwnPasses(acme.connection, reconciliation)).toEqual([]);
  });

  test.each([
    ['twice', 'cross join range(2)', '[record_key]', 'Record L of given is in 2 matches (own).'],
    ['that it made up', '', "['ghost']", 'Record ghost of given is matched and is not a record (own).'],
  ])('that uses a record %s is rejected', async (_, join, keys, message) => {
    const columns = `reconciliation, ${keys} as left_keys, [] as right_keys, false as is_suggested, null::text[] as runners_up,
      null::boolean as is_exhausted`;
    put('match_own.sql', macro('own', `select ${columns} from query_table(records) ${join} where side = 'left'`));
    await write({});
    await expect(result('own')).rejects.toMatchObject({ code: 'MATCHED_TWICE', message });
  });

  test('without its columns is an error with its file', async () => {
    put('match_own.sql', macro('own', 'select 1 as one from query_table(records)'));
    await write({ [reconciliation]: ['own'] });
    await putRecords(acme.warehouse, records);
    await expect(matched(acme.warehouse, await readOwnPasses(acme.connection, reconciliation))).rejects.toMatchObject({
      code: 'MATCHING_PASS_FAILED',
      place: { file: join(folder, 'match_own.sql') },
    });
  });

  test.each([
    ['own.sql', macro('own', 'select 1'), 'OWN_FILE_WRONG', /the file name must be match_NAME.sql/],
    [
      'match_own.sql',
      macro('other', 'select 1'),
      'OWN_FILE_WRONG',
      /does not begin with create or replace macro recon.match_own\(records/,
    ],
    [
      'match_own.sql',
      `${macro('own', 'select 1')}drop table recon.match_record;`,
      'OWN_FILE_WRONG',
      /it has 2 statements/,
    ],
    ['match_own.sql', macro('own', 'select from where'), 'OWN_FILE_WRONG', /syntax error/],
    ['match_words.sql', macro('words', 'select 1'), 'OWN_NAME_TAKEN', /is part of tieout \(sql\/core\/text.sql\)/],
    ['match_sum_in_window.sql', macro('sum_in_window', 'select 1'), 'OWN_NAME_TAKEN', /is a match pass of tieout/],
  ])('in %s that is not one new pass is rejected', async (file, text, code, message) => {
    put(file, text);
    await expect(write({})).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message),
      place: { file: join(folder, file) },
    });
  });

  test('is rejected if pass, reconciliation or folder do not exist', async () => {
    await expect(write({ [reconciliation]: ['nothing'] })).rejects.toMatchObject({ code: 'OWN_PASS_UNKNOWN' });
    await expect(write({ gateway_balance: ['same_identifier'] })).rejects.toMatchObject({ code: 'OWN_PASS_UNKNOWN' });
    await expect(write({ [reconciliation]: ['same identifier'] })).rejects.toMatchObject({
      code: 'MATCHING_PASS_WRONG',
    });
  });

  test.each([
    ["weighed_evidence(most_false := '0.001')", 'most_false is not a number from 0 to 0.5'],
    ['weighed_evidence(days_after := 90)', 'days_after is not a number from 0 to 45'],
    ['weighed_evidence(exact := 1)', 'exact is not true or false'],
    ['sum_by_name(by_day := 1)', 'by_day is not true or false'],
  ])('declared as %s, with a value that does not fit, is rejected before any record', async (text, problem) => {
    await expect(write({ [reconciliation]: [text] })).rejects.toMatchObject({
      code: 'MATCHING_PASS_WRONG',
      message: `The pass "${text}" cannot be read: ${problem}.`,
    });
  });

  test.each([
    ['same_tail(digit := 4)', 'same_tail', 'digit', 'Use one of: digits, is_unsure.'],
    ['amount_in_window(day_after := 3)', 'amount_in_window', 'day_after', /days_after, days_before/],
    ['sum_in_window(day_after := 3)', 'sum_in_window', 'day_after', /days_before, days_after/],
    ['same_identifier(days := 1)', 'same_identifier', 'days', /absolute/],
    ['until_full(records := true)', 'until_full', 'records', 'Remove it.'],
  ])(
    'declared as %s, with a setting that it does not have, is rejected before any record',
    async (text, pass, setting, remedy) => {
      put('match_same_tail.sql', sameTail);
      await expect(write({ [reconciliation]: [text] })).rejects.toMatchObject({
        code: 'OWN_PASS_UNKNOWN',
        message: `The pass ${pass} has no setting named ${setting}.`,
        remedy: expect.stringMatching(remedy),
      });
    },
  );
});
