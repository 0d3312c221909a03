import { join } from 'node:path';
import { openWarehouse } from '../../src/warehouse/open.ts';
import { publishSnapshot } from '../../src/warehouse/publish.ts';
import { givenHostileDay, reportOf } from './hostile-report.ts';

/** Texts that an attacker would use to run a script or to disguise other text. */
export const attacks = [
  `</script><script>parent.ran=1</script>`,
  `<!--<script>`,
  `"><img src=x onerror=ran=1>`,
  `'><svg/onload=ran=1>`,
  `</style><iframe srcdoc="<script>parent.ran=1</script>"></iframe>`,
  `<a href="javascript:ran=1" autofocus onfocus=ran=1>x</a>`,
  `<link rel=stylesheet href=//evil.example/a.css><meta http-equiv=refresh content="0;url=http://evil.example">`,
  `{{constructor.constructor('ran=1')()}} \${ran=1} =cmd|' /C calc'!A0`,
  `\u2028\u2029]]>\u202Egnp.exe\u0000\u0007\u001B[31m😀&lt;&#60;`,
].join(' ');

/** The hostile day with its warehouse changed by SQL statements, which may insert `$text`. */
export async function givenChangedDay(
  statements: readonly string[],
  text = '',
): Promise<{ folder: string; snapshot: string }> {
  const { folder } = await givenHostileDay();
  const snapshot = join(folder, 'changed.duckdb');
  const warehouse = await openWarehouse(join(folder, 'tieout.duckdb'));
  for (const statement of statements) {
    await warehouse.connection.run(statement, statement.includes('$text') ? { text } : {});
  }
  // the items were changed without a run
  await warehouse.connection.run('update recon.run set is_in_mart = false');
  await publishSnapshot(warehouse, snapshot);
  warehouse.close();
  return { folder, snapshot };
}

/** Puts the text into every external field of the day, even if no file format would allow it. */
const textEverywhere = [
  `update recon.item set reason = $text, match_pass = $text, item_key = item_key || $text, left_key = $text, left_reference = $text,
     right_key = $text, right_reference = $text, evidence = json_object($text, $text, 'list', json_array($text)),
     runners_up = json_array(json_object('key', $text))`,
  `insert into recon.item by name (select * replace (item_key || outcome as item_key, md5(break_id) as break_id, case outcome when 'matched' then 'suggested' else 'timing' end as outcome) from recon.item)`,
  `update recon.bridge_line set subject = subject || $text, title = $text`,
  `update recon.break_life set reason = $text, item_key = $text`,
  `update recon.cause set reason = $text`,
  `insert into recon.break_change select break_id, run_id, currency, business_date, reconciliation, business_date + 1, outcome, outcome,
     1, 2, $text from recon.item`,
  `update core.payment set method = $text || kind, reference = $text, description = $text, customer_name = $text, customer_email = $text`,
  `update staging.rejected_row set reason = $text, raw_text = $text`,
  `update raw.receipt set file_name = $text`,
  `insert into recon.decision by name select md5(break_id) as decision_id, break_id, reconciliation, item_key,
     'explain' as decision, 'other' as reason_code, $text as note, $text as author, timestamptz '2026-11-03 08:00:00+08' as decided_at,
     [] as evidence, outcome, left_amount, right_amount, right_minus_left, [] as matched_with, false as needs_second, 0 as receipt_id,
     $text as system_user, $text as host
   from recon.item where outcome <> 'matched'`,
];

/** The report of the day with a text in every external field, which it shows in full. */
export const givenReportOfText = async (text: string) =>
  reportOf(await givenChangedDay(textEverywhere, text), 'out', { isPersonalShown: true });

/** The day with the given number of additional orphan refunds. */
export const manyUnmatched = (count: number) => [
  `insert into recon.item by name (select * exclude (i) replace (item_key || i as item_key, md5(item_key || i) as break_id, left_key || i as left_key,
     'INV-' || i as left_reference, 'Refund of MYR 7.00 without a known payment (it names nowhere-' || i || ').' as reason)
   from (select * from recon.item where outcome = 'orphan_refund' limit 1), range(${count}) as numbers(i))`,
  `insert into recon.cause by name (select * exclude (i) replace (md5(cause_id || i) as cause_id)
   from (select * from recon.cause where lead_outcome = 'orphan_refund' limit 1), range(${count}) as numbers(i))`,
];
