// Matches a generated ledger and compares it with the ground truth: a match is right if its records are exactly
// those of a true one. Suggestions are counted separately.

import { readPass } from '../../../build/reconcile/matching/declared-pass.js';
import { matchRecords } from '../../../build/reconcile/matching/match-records.js';
import { readRows } from '../../../build/warehouse/duckdb-values.js';

const reconciliation = 'accuracy';

async function put(connection, records) {
  await connection.run('delete from recon.match_record');
  await connection.run(
    `insert into recon.match_record
     select '${reconciliation}', side, key, 'MYR', amount::decimal(18, 4), fee::decimal(18, 4), null, reference,
       moment::timestamptz, moment::date, null, counterparty, description
     from (select unnest(from_json($rows, '[{"side":"text","key":"text","amount":"text","fee":"text",
       "reference":"text","moment":"text","counterparty":"text","description":"text"}]'), recursive := true))`,
    {
      rows: JSON.stringify(
        records.map(({ at, ...record }) => ({ fee: null, counterparty: null, ...record, moment: at })),
      ),
    },
  );
}

/**
 * @param {readonly string[]} passes as a reconciliation declares them
 * @param {{ records: readonly object[], truth: readonly { keys: string[] }[] }} ledger
 * @returns counts: matched, right, truths, suggested, suggestedRight; found: each match; known: the true matches by their keys
 */
export async function score(connection, passes, { records, truth }) {
  await put(connection, records);
  const began = performance.now();
  await matchRecords(connection, { reconciliation, passes: passes.map((text) => readPass(text, 'accuracy')) });
  const seconds = (performance.now() - began) / 1000;
  const known = new Set(truth.map(({ keys }) => keys.join()));
  const found = await readRows(
    connection,
    `select pass_no, pass, is_suggested, array_to_string(list_sort(list_concat(left_keys, right_keys)), ',') as keys from recon.match`,
  );
  const sure = found.filter((match) => !match.is_suggested);
  const isRight = (match) => known.has(match.keys);
  return {
    seconds,
    truths: truth.length,
    matched: sure.length,
    right: sure.filter(isRight).length,
    suggested: found.length - sure.length,
    suggestedRight: found.filter((match) => match.is_suggested && isRight(match)).length,
    found,
    known,
  };
}

export const precisionOf = ({ right, matched }) => right / matched;
export const recallOf = ({ right, truths }) => right / truths;
