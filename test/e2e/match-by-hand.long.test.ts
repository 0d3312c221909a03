import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { tieout } from '../given/command.ts';

const listed = z.array(
  z.looseObject({ break_id: z.string(), business_date: z.string(), outcome: z.string(), amount: z.string() }),
);

/** A company whose statements are imported. */
function givenCompany() {
  const folder = mkdtempSync(join(tmpdir(), 'tieout-by-hand-'));
  const config = join(folder, 'tieout.yaml');
  writeFileSync(
    config,
    `data_dir: data
warehouse: { threads: 1 }
companies:
  - name: acme
    zone: Asia/Kuala_Lumpur
    currencies: [MYR]
    gateway: { base_url: 'http://127.0.0.1:9', secret_key: { env: T_KEY } }
`,
  );
  const call = (...args: string[]) => tieout(['-q', '-c', config, ...args], { T_KEY: 'k' });
  return { folder, call };
}

test('A manual match across days applies to both; undone on one, both are open again, also after a rebuild', async () => {
  const { folder, call } = givenCompany();
  const statement = join(folder, 'november.csv');
  // an orphan refund, and on the previous day a refunded purchase without its refund
  writeFileSync(
    statement,
    `ID,Type,Reference Nr.,Currency,Amount,Fee,Status,Paid On,Related To
p1,purchase,INV-1,MYR,50.00,1.00,refunded,2026-11-02 10:00:00,
r1,refund,INV-8,MYR,50.00,0.00,success,2026-11-03 13:00:00,p8
`,
  );
  const json = async (...args: string[]) => {
    const { out, err } = await call('--json', ...args);
    expect(err).toBe('');
    const parsed: unknown = JSON.parse(out);
    return parsed;
  };
  const open = async (...args: string[]) =>
    listed.parse(await json('breaks', '--reconciliation', 'refunds_to_purchases', ...args));
  const hand = () =>
    json('sql', "select item_key, reason from mart.matched where match_pass = 'by_hand' order by item_key");

  await call('import', 'statement', statement);
  const both = await open();
  expect(both.map(({ business_date, outcome, amount }) => [business_date, outcome, amount])).toEqual([
    ['2026-11-02', 'status_differs', '50.0000'],
    ['2026-11-03', 'orphan_refund', '-50.0000'],
  ]);
  const [purchase, refund] = both.map(({ break_id }) => break_id);
  const { outcomes } = z
    .object({
      outcomes: z.array(z.object({ decisions: z.array(z.object({ decision_id: z.string(), break_id: z.string() })) })),
    })
    .parse(await json('decide', 'match', purchase ?? '', refund ?? '', '--reason', 'own_error', '--author', 'aida'));
  expect(await open('--status', 'matched_by_hand')).toHaveLength(2);
  expect(await hand()).toEqual([
    { item_key: 'purchase:p1', reason: `Matched by hand with ${refund} by aida.` },
    { item_key: 'refund:r1', reason: `Matched by hand with ${purchase} by aida.` },
  ]);

  const ofRefund = outcomes[0]?.decisions.find(({ break_id }) => break_id.startsWith(refund ?? '?'));
  await json('decide', 'undo', ofRefund?.decision_id ?? '', '--author', 'aida');
  expect(await open()).toEqual(both);
  expect(await call('rebuild')).toMatchObject({ status: 0, err: '' });
  expect(await open()).toEqual(both);
});

test('A match by hand across more days than a run has is open on both sides once the figures of one have changed', async () => {
  const { folder, call } = givenCompany();
  const importLine = async (line: string) => {
    const file = join(folder, 'statement.csv');
    writeFileSync(file, `ID,Type,Reference Nr.,Currency,Amount,Fee,Status,Paid On,Related To\n${line}\n`);
    return call('import', 'statement', file);
  };
  const open = async (...args: string[]) =>
    listed.parse(JSON.parse((await call('--json', 'breaks', '--reconciliation', 'refunds_to_purchases', ...args)).out));
  await importLine('p1,purchase,INV-1,MYR,50.00,1.00,refunded,2026-09-01 10:00:00,');
  await importLine('r1,refund,INV-8,MYR,50.00,0.00,success,2026-10-20 13:00:00,p8');
  const ids = (await open()).map(({ break_id }) => break_id);
  expect(ids).toHaveLength(2);
  await call('decide', 'match', ...ids, '--reason', 'own_error', '--author', 'aida');
  expect(await open('--status', 'matched_by_hand')).toHaveLength(2);

  // the refund is restated
  await importLine('r1,refund,INV-8,MYR,40.00,0.00,success,2026-10-20 13:00:00,p8');
  expect((await open()).map(({ business_date, outcome }) => [business_date, outcome])).toEqual([
    ['2026-09-01', 'status_differs'],
    ['2026-10-20', 'orphan_refund'],
  ]);
  const rebuilt = await call('--json', 'rebuild', '--compare');
  expect([rebuilt.status, rebuilt.err]).toEqual([0, '']);
  expect((await open()).map(({ business_date }) => business_date)).toEqual(['2026-09-01', '2026-10-20']);
});
