import { describe, expect, test } from 'vitest';
import { rarityOf } from '../src/rarity.ts';
import type { WeighedRecord } from '../src/record.ts';
import { withheldShares } from '../src/withheld.ts';
import { weighedRecord as record } from './given/weighed-record.ts';

const customers = ['ALDERTON', 'BREWSTER', 'CASTELLO', 'DUNMORE', 'ELLSWORTH', 'FARRADAY', 'GATEHOUSE', 'HOLLOWAY'];
/** Odd amounts from 300 to 6,000, in ten-thousandths. */
const amountOf = (at: number): number => 100 * (30_000 + ((at * 137_911) % 570_000));
const lessShare = (amount: number, share: number): number => Math.round((amount * (1 - share)) / 100) * 100;

type Paid = { invoices: WeighedRecord[]; payments: WeighedRecord[] };

/** Invoices of eight customers, a day apart, and their payments three days later, as `paidOf` says. */
function ledger(count: number, paidOf: (at: number, amount: number) => number[], grossOf = amountOf): Paid {
  const invoices: WeighedRecord[] = [];
  const payments: WeighedRecord[] = [];
  for (let at = 0; at < count; at += 1) {
    const text = customers[at % customers.length] ?? '';
    const amount = grossOf(at);
    invoices.push(record('left', { amount, day: at, text, reference: `INV-${at + 40_000}` }));
    for (const paid of paidOf(at, amount)) payments.push(record('right', { amount: paid, day: at + 3, text }));
  }
  return { invoices, payments };
}

function sharesOf({ invoices, payments }: Paid) {
  const rarity = rarityOf([...invoices, ...payments], new Set());
  return withheldShares(invoices, payments, rarity).map(({ basisPoints }) => basisPoints);
}

describe('Withheld shares', () => {
  test('are learned where payers with a name in common with the invoice pay less by one share', () => {
    expect(sharesOf(ledger(40, (_, amount) => [lessShare(amount, 0.1)]))).toEqual([1000]);
  });

  test('are learned to the hundredth of a per cent, and for several shares', () => {
    // a tax of 10 % on the amount without another tax of 18 % is 8.4746 % of the invoice
    const shares = sharesOf(ledger(64, (at, amount) => [lessShare(amount, at % 2 === 0 ? 0.1 / 1.18 : 0.15)]));
    expect(shares.map((share) => share.toFixed(1)).toSorted()).toEqual(['1500.0', '847.5']);
  });

  const instalments = (_: number, amount: number) => [lessShare(amount, 0.15), amount - lessShare(amount, 0.15)];
  const threeInstalments = (_: number, amount: number) => {
    const [first, second] = [lessShare(amount, 0.15), lessShare(amount, 0.95)];
    return [first, second, amount - first - second];
  };
  const price = () => 399_000;

  test.each([
    [
      'shares that are different each time',
      ledger(60, (at, amount) => [lessShare(amount, 0.06 + ((at * 0.0137) % 0.27))]),
    ],
    ['four payments', ledger(4, (_, amount) => [lessShare(amount, 0.1)])],
    ['instalments, whose rest is paid as well', ledger(40, instalments)],
    ['three instalments', ledger(40, threeInstalments)],
    ['two prices that many pay', ledger(60, () => [299_000], price)],
  ])('are not learned of %s', (_, paid) => {
    expect(sharesOf(paid)).toEqual([]);
  });

  test('are not learned of small amounts, whose shares meet by chance', () => {
    // from 10.00 to 59.00, so that a cent is much of a share; in no order
    let state = 7;
    const small = () => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      return 100 * (1000 + (Math.floor(state / 65_536) % 4900));
    };
    const { invoices, payments } = ledger(400, () => [small()], small);
    const ofOneMonth = (records: WeighedRecord[]) => records.map((each) => ({ ...each, day: each.day % 28 }));
    expect(sharesOf({ invoices: ofOneMonth(invoices), payments: ofOneMonth(payments) })).toEqual([]);
  });

  test('are not learned of whole amounts without a reference, whose shares are few', () => {
    const whole = (at: number) => 1_000_000 * (1 + ((at * 7) % 19));
    const paid = ledger(60, (_, amount) => [lessShare(amount, 0.1)], whole);
    expect(sharesOf(paid)).toEqual([]);
    const payments = paid.payments.map(({ amount, day }, at) =>
      record('right', { amount, day, text: `${customers[at % 8]} INV-${at + 40_000}` }),
    );
    expect(sharesOf({ ...paid, payments })).toEqual([1000]);
  });

  test('are learned beside two prices that many pay', () => {
    const { invoices, payments } = ledger(60, () => [399_000 * 0.9], price);
    const taxed = ledger(40, (_, amount) => [lessShare(amount, 0.15)]);
    expect(
      sharesOf({ invoices: [...invoices, ...taxed.invoices], payments: [...payments, ...taxed.payments] }),
    ).toEqual([1500]);
  });
});
