// Ten million records a side through every pass, one in a hundred of them a break, as a ratio to a bare full
// outer join on the identifier that classifies every row of the same table into a table. `npm run bench matching [RECORDS]`.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readPass } from '../../build/reconcile/matching/declared-pass.js';
import { matchRecords } from '../../build/reconcile/matching/match-records.js';
import { readRows } from '../../build/warehouse/duckdb-values.js';
import { openWarehouse } from '../../build/warehouse/open.js';

const records = Number(process.argv[2] ?? 10_000_000);
const most = { ratio: 3, gigabytes: 4 };
const reconciliation = 'bench';

/** Every pass, the strictest first, as a reconciliation with all of them would declare it. */
const passes = [
  'same_identifier',
  'same_reference_and_amount',
  'same_reference(absolute := 0.05, percent := 0.1, fee_explains := true)',
  "normalised_reference(prefixes := ['INV'], fee_explains := true)",
  'shared_key(fee_explains := true)',
  'offsetting(days := 3)',
  'similar_description(days_after := 3, absolute := 0.05)',
  'amount_in_window(days_after := 3)',
  'sum_in_window(days_after := 2, most_items := 3)',
  'in_time_order(days_after := 3)',
].map((text) => readPass(text, 'bench'));

/**
 * Generates both sides from row numbers. Ten in a thousand records are breaks: three are on one side only, two have another
 * amount under the same reference, and five share no identifier and must be found by reference, amount or description.
 */
const fill = (side, isLeft) => `
  insert into recon.match_record
  select '${reconciliation}', '${side}', '${isLeft ? 'L' : 'R'}' || n, 'MYR',
    ((hash(n) % 5000000 + 100) / 100.0)::decimal(18, 4)${isLeft ? '' : ' + case when n % 1000 in (3, 4) then 1 when n % 1000 = 7 then 0.02 else 0 end'},
    0.5,
    case when n % 1000 between ${isLeft ? 5 : 3} and 9 then null when n % 1000 in (3, 4) then null else lpad(n::text, 32, '0') end,
    case when n % 1000 in (8, 9) then null when n % 1000 = 6 then '${isLeft ? 'INV-00' : 'inv '}' || n else 'INV-' || n end,
    timestamptz '2026-01-01 00:00:00+00' + to_seconds(n % 31536000)${isLeft ? '' : ' + interval 1 hour'},
    (timestamp '2026-01-01 00:00:00' + to_seconds(n % 31536000))::date${isLeft ? '' : ' + (n % 1000 >= 8)::integer'},
    null, 'Customer ' || (hash(n, 1) % 100000), case when n % 1000 = 9 then 'Order of customer ' || (hash(n, 1) % 100000) end
  from range(${records}) as numbers(n)
  where n % 1000 not in (${isLeft ? '0, 1' : '2'})`;

const folder = mkdtempSync(join(tmpdir(), 'tieout-bench-'));
const warehouse = await openWarehouse(join(folder, 'bench.duckdb'), { memoryLimit: '3GB' });
const { connection } = warehouse;
/** Elapsed time and processor time: the latter hardly depends on other load. */
const timed = async (work) => {
  const [began, used] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(used);
  return { clock: (performance.now() - began) / 1000, processors: (user + system) / 1e6 };
};

try {
  for (const side of ['left', 'right']) await connection.run(fill(side, side === 'left'));
  await connection.run('checkpoint');
  const floor = await timed(() =>
    connection.run(`
      create table classified as
      select
        l.record_key as left_key, r.record_key as right_key,
        l.amount as left_amount, r.amount as right_amount,
        case when l.record_key is null then 'missing_left' when r.record_key is null then 'missing_right'
          when l.amount <> r.amount then 'amount_differs' else 'matched' end as outcome
      from (select * from recon.match_record where side = 'left') as l
      full outer join (select * from recon.match_record where side = 'right') as r
        on r.currency = l.currency and r.identifier = l.identifier`),
  );
  await connection.run('drop table classified');
  const all = await timed(() => matchRecords(connection, { reconciliation, passes }));
  const found = await readRows(
    connection,
    `select pass_no, is_suggested, pass, matches
     from (select made_no, count(*)::integer as matches from recon.match_found group by made_no)
     inner join recon.match_made using (made_no) order by is_suggested, pass_no`,
  );
  const gigabytes = process.resourceUsage().maxRSS / 1024 / 1024;
  const ratio = all.clock / floor.clock;
  console.log(`Matching ${records.toLocaleString('en')} records a side through ${passes.length} passes`);
  for (const { pass, is_suggested, matches } of found)
    console.log(
      `  ${String(pass).padEnd(28)}${is_suggested ? 'suggested' : 'matched  '} ${String(matches).padStart(12)}`,
    );
  for (const unit of ['clock', 'processors'])
    console.log(
      `${unit}: bare full outer join ${floor[unit].toFixed(1)} s, all passes ${all[unit].toFixed(1)} s, ratio ${(all[unit] / floor[unit]).toFixed(2)}`,
    );
  console.log(`allowed: ratio ${most.ratio} by the clock`);
  console.log(`peak memory ${gigabytes.toFixed(2)} GB (at most ${most.gigabytes})`);
  if (ratio > most.ratio || gigabytes > most.gigabytes) process.exitCode = 1;
} finally {
  warehouse.close();
  rmSync(folder, { recursive: true, force: true });
}
