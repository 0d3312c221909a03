import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { shopIn } from '../given/shop.ts';

/*
 * A data folder as version 0.2.0 left it, without what can be rebuilt: October sealed, and four mornings on which the payout account
 * was read. Its balance exceeds the ledger by 100.00 from the first reading on, and by 30.00 more from 1 November on. Version 0.2.0
 * made each of them another item on each day: aida accepted the 100.00 on the item of 31 October, which bakar approved, and the 30.00
 * on the item of 1 November, which nobody has approved.
 */
const kept = z.record(z.string(), z.string());
const fixture = new URL('fixtures/kept-by-0.2.0.json.gz', import.meta.url);
const folder = mkdtempSync(join(tmpdir(), 'tieout-kept-'));
for (const [name, content] of Object.entries(kept.parse(JSON.parse(gunzipSync(readFileSync(fixture)).toString())))) {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), Buffer.from(content, 'base64'), { mode: 0o600 });
}
const shop = shopIn(folder, { T_GATEWAY_KEY: 'a', T_PAYOUT_KEY: 'b', T_PAYOUT_SECRET: 'c' });
const pending = '19cc3f20-ceb6-84e9-af5c-746367bbdde4';

const verdicts = async () => {
  const rows = await shop.answer(
    z.array(z.looseObject({ day: z.string(), verdict: z.string(), reason: z.string() })),
    'sql',
    'select business_date::text as day, verdict, reason from mart.verdict order by 1',
  );
  return rows.map(({ day, verdict, reason }) => [
    day,
    verdict,
    /\d differences? brought.*?\.(?= |$)(?! ?\d\d\.)/.exec(reason)?.[0],
  ]);
};

test('Decisions on the items of single days are decisions on the difference that lasts', async () => {
  expect(await shop.tieout('rebuild')).toMatchObject({ status: 0 });
  const brought = '1 difference brought forward since 30 Oct 2026: MYR 100.00, decided.';
  expect(await verdicts()).toEqual([
    ['2026-10-29', 'reconciled', undefined],
    ['2026-10-30', 'reconciled', undefined],
    ['2026-10-31', 'reconciled', brought],
    ['2026-11-01', 'breaks', brought],
    ['2026-11-02', 'breaks', '2 differences brought forward since 30 Oct 2026: MYR 130.00.'],
  ]);
  const items = `select business_date::text as day, status, right_minus_left::text as amount, age_days as age from mart.break
     where reconciliation = 'payout_roll_forward' order by 1`;
  expect(await shop.rows(items)).toEqual([
    { day: '2026-10-30', status: 'accepted', amount: '100.0000', age: 4 },
    { day: '2026-11-01', status: 'awaiting_approval', amount: '30.0000', age: 2 },
  ]);
}, 120_000);

test('A pending approval is given on the difference, and the days on which it lasts are reconciled', async () => {
  expect(await shop.tieout('decide', 'approve', pending, '--author', 'bakar')).toMatchObject({ status: 0, err: '' });
  const [, , , first, second] = await verdicts();
  expect([first, second]).toEqual([
    ['2026-11-01', 'reconciled', '1 difference brought forward since 30 Oct 2026: MYR 100.00, decided.'],
    ['2026-11-02', 'reconciled_with_timing', '2 differences brought forward since 30 Oct 2026: MYR 130.00, decided.'],
  ]);
}, 120_000);

test('The sealed month is as it was written', async () => {
  expect(await shop.tieout('verify', 'close', '2026-10')).toMatchObject({ status: 0 });
});
