import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { balanceOf } from '../../packages/sandbox/src/gateway/balance.ts';
import { majorText } from '../../packages/sandbox/src/gateway/book.ts';
import { priceList } from '../../packages/sandbox/src/gateway/fees.ts';
import { merchantScenario } from '../../packages/sandbox/src/scenario.ts';
import { SANDBOX_ZONE } from '../../packages/sandbox/src/start.ts';
import { sha256OfText } from '../../src/close/pack-sums.ts';
import { added } from '../../src/report/shown-value.ts';
import { givenSelftest } from '../given/selftest-record.ts';
import { isWhole } from '../given/share.ts';
import { givenShop, withoutLines } from '../given/shop.ts';

/*
 * Months of a merchant in three currencies, with a reserve, chargebacks, allocations and decisions, closed in sequence: four
 * with `npm run test:whole`, two otherwise.
 */

const months = isWhole ? 4 : 2;
const currencies = ['MYR', 'JPY', 'KWD'];
const end = Temporal.Now.plainDateISO(SANDBOX_ZONE).with({ day: 1 });
const start = end.subtract({ months });
const last = end.subtract({ days: 1 });
const options = {
  ...{ seed: 31, days: start.until(end).days, until: last.toString(), breaks: 'none' as const, ordersPerDay: 4 },
  ...{ currencies, reserve: { basisPoints: 1_000, days: 5 } },
};
const shop = await givenShop(options, {
  currencies,
  starts_on: start.toString(),
  statement: { reserve_days: 5 },
  books: { orders: { file: 'orders.csv' }, bank: { file: 'bank.csv' } },
  fees: priceList(currencies),
});

const lineSchema = z.object({
  statement: z.string(),
  currency: z.string(),
  subject: z.string(),
  part: z.string(),
  code: z.string(),
  amount: z.string().nullable(),
});
const linkSchema = z.object({
  month: z.string(),
  version: z.number(),
  manifest_sha256: z.string(),
  sums_sha256: z.string(),
});
const manifestSchema = z.object({
  previous: linkSchema.nullable(),
  statements: z.array(lineSchema),
  decided: z.array(z.unknown()),
  counts: z.object({ days: z.number(), reconciled_days: z.number() }),
});
type Line = z.infer<typeof lineSchema>;

const keyOf = ({ statement, currency, subject }: Line) => `${statement} ${currency} ${subject}`;
/** The amounts of a line of the roll-forward, by statement; a statement that begins later opens with zero. */
const rollForward = (lines: readonly Line[], code: string) =>
  new Map(
    lines.flatMap((line) =>
      line.part === 'roll_forward' && line.code === code && line.amount !== null ? [[keyOf(line), line.amount]] : [],
    ),
  );

test('Months are closed in sequence: each opens with the closing balances of the month before, and names its pack', {
  timeout: 3_600_000,
}, async () => {
  await givenSelftest(join(shop.folder, 'data'));
  const { orders, bank } = shop.sandbox.files();
  // the shop lost the first paid order of each month
  const lost = new Map<string, string>();
  for (const line of orders.split('\r\n')) {
    const [month] = /\d{4}-\d{2}(?=-\d{2}T)/.exec(line) ?? [];
    if (month !== undefined && !lost.has(month) && line.includes(',paid,')) lost.set(month, line);
  }
  expect(lost.size).toBe(months);
  shop.write('orders.csv', withoutLines(orders, ...lost.values()));
  shop.write('bank.csv', bank);

  const run = await shop.tieout('run', '--from', start.toString(), '--to', last.toString());
  expect(run).toMatchObject({ status: 3, err: '' });
  const listed = await shop.breaks();
  const breaks = listed.flatMap(({ outcome, break_id: id }) => (outcome === 'timing' ? [] : [id]));
  expect(breaks).toHaveLength(months);
  const words = ['--reason', 'own_error', '--note', 'Taken by telephone', '--author', 'aida'];
  expect(await shop.tieout('decide', 'explain', ...breaks, ...words)).toMatchObject({ status: 0, err: '' });

  const scenario = merchantScenario({ ...options, zone: SANDBOX_ZONE });
  const packOf = (month: string) => join(shop.folder, 'data', 'closed', month, 'acme', 'v1');
  const textOf = (month: string, name: string) => readFileSync(join(packOf(month), name), 'utf8');
  let before: { month: string; closing: Map<string, string> } | undefined;
  for (let first = start; Temporal.PlainDate.compare(first, end) < 0; first = first.add({ months: 1 })) {
    const month = first.toPlainYearMonth().toString();
    const closed = await shop.tieout('close', month, '--no-run');
    expect(closed, closed.out).toMatchObject({ status: 0, err: '' });
    const manifest = manifestSchema.parse(JSON.parse(textOf(month, 'manifest.json')));
    expect(manifest.counts).toMatchObject({ days: first.daysInMonth, reconciled_days: first.daysInMonth });
    expect(manifest.decided).toHaveLength(1);

    // the closing balance of the gateway is that of its own books at the end of the month
    const at = first.add({ months: 1 }).toZonedDateTime(SANDBOX_ZONE).epochMilliseconds;
    const closing = rollForward(manifest.statements, 'closing');
    for (const currency of currencies) {
      const truth = added(majorText(BigInt(balanceOf(scenario.book, at)[currency]?.balance ?? 0), currency));
      expect(closing.get(`gateway ${currency} `), `${month} ${currency}`).toBe(truth);
    }
    if (before !== undefined) {
      const opening = rollForward(manifest.statements, 'opening');
      for (const [key, amount] of before.closing) expect(opening.get(key) ?? '0.0000', `${month} ${key}`).toBe(amount);
      expect(manifest.previous).toEqual({
        month: before.month,
        version: 1,
        manifest_sha256: sha256OfText(textOf(before.month, 'manifest.json')),
        sums_sha256: sha256OfText(textOf(before.month, 'SHA256SUMS')),
      });
    } else expect(manifest.previous).toBeNull();
    before = { month, closing };
  }
  const proven = await shop.tieout('verify', 'close', join(shop.folder, 'data', 'closed'));
  expect(proven).toMatchObject({ status: 0, err: '' });
  expect(proven.out.match(/it follows the pack of/g)).toHaveLength(months - 1);
});
