import { describe, expect, test } from 'vitest';
import { headerZone } from '../../src/domain/header-zone.ts';
import { days, givenFreshRules } from '../given/rules.ts';

test.each([
  ['Paid On (UTC)', '+00:00'],
  ['paid_at_utc', '+00:00'],
  ['Created At (GMT+8)', '+08:00'],
  ['Created At GMT+8', '+08:00'],
  ['Time [UTC+08:00]', '+08:00'],
  ['Paid On (UTC-3)', '-03:00'],
  ['Paid On (UTC+0530)', '+05:30'],
  ['Paid On (+05:45)', '+05:45'],
  ['Paid On (Asia/Kuala_Lumpur)', 'Asia/Kuala_Lumpur'],
  ['Paid On (asia/kuala_lumpur)', 'Asia/Kuala_Lumpur'],
  ['Paid On (local)', undefined],
  ['Amount (MYR)', undefined],
  ['Paid On (DD/MM)', undefined],
  ['Paid On (dd/mm/yyyy)', undefined],
  ['Paid On (Asia/Atlantis)', undefined],
  ['Paid On (UTC+25)', undefined],
  ['Paid On (+8)', undefined],
  ['Paid On', undefined],
  ['Outcome', undefined],
])('%s: %s', (header, zone) => expect(headerZone(header)).toBe(zone));

const acme = givenFreshRules();

/** The payment of a statement whose column of payment times has this header, as `business day, time in Kuala Lumpur, settlement day`. */
async function paid(
  header: string,
  time: string,
  settled = '2026-11-12',
  settledHeader = 'Settled On',
): Promise<string[]> {
  const statement = { aliases: { paid_on: [header], settled_on: [settledHeader] } };
  const content = `ID,Type,Reference Nr.,Currency,Amount,Fee,Status,${header},${settledHeader}\np1,purchase,INV-1,MYR,100.00,1.00,paid,${time},${settled}\n`;
  await acme.receive(
    content,
    { kind: 'statement', ...days('2026-11-01', '2026-11-25'), received_at: '2026-11-26T00:10:00Z' },
    { statement },
  );
  return acme.lines(
    `select business_date::text, strftime(timezone('Asia/Kuala_Lumpur', paid_at), '%H:%M:%S'), settlement_date::text from core.payment`,
  );
}

describe('The zone of a header is that of its times', () => {
  test.each([
    ['Paid On (UTC)', '2026-11-10 17:30:00', '2026-11-11 01:30:00'],
    ['Paid On (UTC)', '2026-11-10 15:59:59', '2026-11-10 23:59:59'],
    ['Paid On (UTC)', '10/11/2026 5:30 PM', '2026-11-11 01:30:00'],
    ['Paid On (GMT+8)', '2026-11-10 17:30:00', '2026-11-10 17:30:00'],
    ['Paid On [UTC+05:30]', '2026-11-10 17:30:00', '2026-11-10 20:00:00'],
    ['Paid On (UTC-03:00)', '2026-11-10 17:30:00', '2026-11-11 04:30:00'],
    ['Paid On (Asia/Kuala_Lumpur)', '2026-11-10 17:30:00', '2026-11-10 17:30:00'],
    ['Paid On (America/New_York)', '2026-11-10 17:30:00', '2026-11-11 06:30:00'],
    ['Paid On (local)', '2026-11-10 17:30:00', '2026-11-10 17:30:00'],
    // the offset of a time is closer to it than the header
    ['Paid On (UTC)', '2026-11-10T17:30:00+08:00', '2026-11-10 17:30:00'],
  ])('%s, %s: %s', async (header, time, expected) => {
    const isNumbered = time.includes('/');
    expect(await paid(header, time, isNumbered ? '30/11/2026 09:00' : '2026-11-12')).toEqual([
      `${expected} ${isNumbered ? '2026-11-30' : '2026-11-12'}`,
    ]);
  });

  test('for each column on its own, and a day without a time remains that day', async () => {
    expect(await paid('Paid On (UTC)', '2026-11-10 17:30:00', '2026-11-12 17:30:00')).toEqual([
      '2026-11-11 01:30:00 2026-11-12',
    ]);
    await acme.empty();
    await acme.configure({});
    expect(await paid('Paid On', '2026-11-10 17:30:00', '2026-11-12 17:30:00', 'Settled On (UTC)')).toEqual([
      '2026-11-10 17:30:00 2026-11-13',
    ]);
    await acme.empty();
    await acme.configure({});
    expect(await paid('Paid On', '2026-11-10 17:30:00', '2026-11-12', 'Settled On (UTC-03:00)')).toEqual([
      '2026-11-10 17:30:00 2026-11-12',
    ]);
  });

  test('also of orders, and not of a bank, whose days are as the bank wrote them', async () => {
    const books = {
      orders: { aliases: { placed_on: ['Placed On (UTC)'] } },
      bank: { aliases: { booked_on: ['Date (UTC)'] } },
    };
    const received_at = '2026-11-26T00:10:00Z';
    const orders =
      'Period,2026-11-01 to 2026-11-25\nOrder,Placed On (UTC),Amount,Status,Currency\nO-1,2026-11-10 17:30:00,5.00,paid,MYR\n';
    await acme.receive(orders, { kind: 'orders', received_at }, { books });
    const bank =
      'Statement period,2026-11-01 to 2026-11-25\nDate (UTC),Description,Amount,Balance,Currency\n2026-11-10 17:30:00,X,+5.00,5.00,MYR\n';
    await acme.receive(bank, { kind: 'bank_statement', received_at }, { books });
    expect(await acme.lines('select business_date::text from core.merchant_order')).toEqual(['2026-11-11']);
    expect(await acme.lines('select booked_on::text from core.bank_line')).toEqual(['2026-11-10']);
  });

  test('and is named in a note of the file', async () => {
    await paid('Paid On (UTC)', '2026-11-10 17:30:00');
    expect(JSON.stringify(await acme.lines("select notes from raw.receipt where kind = 'statement'"))).toContain(
      'Paid On (UTC)',
    );
  });
});
