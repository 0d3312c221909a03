import { describe, expect, test } from 'vitest';
import { type Booked, givenDeposits, type Sent } from '../given/deposits.ts';

/*
 * Amount and time alone never make a deposit of somebody else that of the gateway: a director's loan, a customer's transfer. Deposits of
 * 12 November are in question; earlier ones show how the gateway names itself and its references.
 */

const judgedDeposits = givenDeposits();

const days = ['11-02', '11-03', '11-04', '11-05', '11-06', '11-09', '11-10', '11-11'];
const amountOf = (n: number) => `${100 + 11 * n}.37`;

/** Deposits of earlier transfers, with their texts, their references at the bank and those of their transfers. */
type Earlier = {
  count?: number;
  text: (n: number) => string;
  reference?: (n: number) => string;
  of?: (n: number) => string;
};

/** The text and reference of a deposit in question, which has the amount of a transfer without a deposit. */
type Question = [text: string, reference?: string];

/** The result for each deposit in question. Everything before is matched. */
async function judged(
  { count = 6, text, reference, of = (n) => `DISB-${n}` }: Earlier,
  questions: readonly Question[],
) {
  const earlier = days.slice(0, count);
  const amounts = questions.map((_, n) => `${700 + 31 * n}.${10 + n}`);
  const items = await judgedDeposits({
    sent: [
      ...earlier.map((day, n): Sent => [day, amountOf(n), of(n)]),
      ...amounts.map((amount, n): Sent => ['11-12', amount, `DISB-${900 + n}`]),
    ],
    booked: [
      ...earlier.map((day, n): Booked => [day, amountOf(n), text(n), reference?.(n) ?? '']),
      ...questions.map(([words, own = ''], n): Booked => ['11-12', amounts[n] ?? '', words, own]),
    ],
    from: '11-02',
    to: '11-16',
  });
  expect(items.filter((item) => !item.startsWith('11-12') && !item.includes(' matched '))).toEqual([]);
  expect(items.length).toBe(count + questions.length);
  return amounts.map((amount) =>
    items.find((item) => item.endsWith(`: ${amount} = ${amount}`))?.replace(/^11-12 (.*): .*$/, '$1'),
  );
}

const acme = (n: number) => `INWARD IBG ACME PAYMENTS ${1000 + n}`;
const withReferences: Earlier = { text: acme, reference: (n) => `DISB-${n}` };
const withoutReferences: Earlier = { text: acme };
const loan = 'INWARD IBG TAN AH KOW LOAN';

const sender = 'suggested sender_differs';
const unknown = 'suggested reference_unknown';
const sure = 'matched amount_in_window';

describe('A deposit with the amount and time of a transfer', () => {
  test('is suggested if it names somebody else than the deposits that have references, and else sure', async () => {
    expect(
      await judged(withReferences, [
        [loan],
        [loan, 'FT26310'],
        ['INWARD IBG ACME TRADING'],
        ['KEDAI KOPI'],
        ['INWARD IBG ACME PAYMENTS 7'],
        ['INWARD IBG ACME PAYMENTS 7', 'FT26311'],
        ['INWARD IBG ACME PAYM'],
        ['IBG PAYMENT'],
        ['INWARD IBG ACME PAYMENTS DAILY RUN'],
        [''],
      ]),
    ).toEqual([sender, sender, sender, sender, sure, sure, sure, sure, sure, sure]);
  });

  test('of somebody else is sure by its reference', async () => {
    expect(await judged(withReferences, [[loan, 'DISB-900']])).toEqual(['matched same_reference_and_amount']);
  });

  test('is compared with deposits of unique amounts where the bank has no references', async () => {
    expect(await judged(withoutReferences, [[loan]])).toEqual([sender]);
    expect(await judged(withoutReferences, [['INWARD IBG ACME PAYMENTS 7']])).toEqual([sure]);
  });

  test('is suggested if it names somebody, where the deposits of the gateway name nobody', async () => {
    const nameless: Earlier = { text: (n) => `SETTLEMENT 2026-${days[n]} MYR`, reference: (n) => `DISB-${n}` };
    expect(await judged(nameless, [['LOAN FROM DIRECTOR TAN'], ['SETTLEMENT 12 DEC 2026 MYR THU']])).toEqual([
      sender,
      sure,
    ]);
  });

  test('is sure whatever it names, where the deposits of the gateway name many', async () => {
    const names = ['ANIS', 'BAKAR', 'CHONG', 'DEVI', 'ELLA', 'FARID'];
    const many: Earlier = { text: (n) => `${names[n]}`, reference: (n) => `DISB-${n}` };
    expect(await judged(many, [['IRENE']])).toEqual([sure]);
    const outlets: Earlier = { ...many, text: (n) => `OUTLET ${names[n]}` };
    expect(await judged(outlets, [['OUTLET IRENE'], ['IRENE']])).toEqual([sure, sender]);
  });

  test('is sure until five deposits show how the gateway names itself', async () => {
    expect(await judged({ ...withReferences, count: 5 }, [[loan]])).toEqual([sender]);
    // with fewer references unique amounts count, and so does the loan itself
    expect(await judged({ ...withReferences, count: 4 }, [[loan]])).toEqual([sender]);
    expect(await judged({ ...withReferences, count: 3 }, [[loan]])).toEqual([sure]);
  });
});

test('A deposit of somebody else is no rival of the deposit of the gateway', async () => {
  const earlier = days.slice(0, 6);
  const items = await judgedDeposits({
    sent: [...earlier.map((day, n): Sent => [day, amountOf(n)]), ['11-12', '777.77']],
    booked: [
      ...earlier.map((day, n): Booked => [day, amountOf(n), acme(n)]),
      ['11-12', '777.77', loan],
      ['11-13', '777.77', acme(8)],
    ],
    from: '11-12',
    to: '11-16',
  });
  expect(items).toEqual([
    '11-12 matched amount_in_window: 777.77 = 777.77',
    '11-12 missing_right deposit_not_sent: - = 777.77',
  ]);
});

test('A sum by amount and time of somebody else is suggested', async () => {
  const earlier = days.slice(0, 6);
  const items = await judgedDeposits({
    sent: [
      ...earlier.map((day, n): Sent => [day, amountOf(n), `DISB-${n}`]),
      ...['300.41', '477.36'].map((amount, n): Sent => ['11-12', amount, `DISB-90${n}`]),
      ...['212.21', '333.43'].map((amount, n): Sent => ['11-13', amount, `DISB-91${n}`]),
    ],
    booked: [
      ...earlier.map((day, n): Booked => [day, amountOf(n), acme(n), `DISB-${n}`]),
      ['11-12', '777.77', loan],
      ['11-13', '545.64', acme(9)],
    ],
    from: '11-12',
    to: '11-16',
  });
  expect(items).toEqual([
    '11-12 suggested sender_differs: 300.41 = 300.41',
    '11-12 suggested sender_differs: 477.36 = 477.36',
    '11-13 matched sum_in_window: 212.21 = 212.21',
    '11-13 matched sum_in_window: 333.43 = 333.43',
  ]);
});

describe('A deposit by amount and time with a reference that no transfer has', () => {
  const text = acme(7);

  test('is suggested if the reference has the form of those of transfers', async () => {
    const references = ['DISB-899', 'DISB-12345', 'FT26310', '899', 'DISB', 'ACME PAYMENTS'];
    expect(
      await judged(
        withReferences,
        references.map((reference): Question => [text, reference]),
      ),
    ).toEqual([unknown, unknown, sure, sure, sure, sure]);
  });

  test('is sure if most references of the form are the own numbering of the bank', async () => {
    const of = (n: number) => `4000${n}`;
    // with the deposit in question, 4 of 8 and 5 of 6 are known
    const earlier: Earlier = { text: acme, reference: (n) => (n < 4 ? of(n) : `5000${n}`), of };
    expect(await judged({ ...earlier, count: 7 }, [[text, '60001']])).toEqual([sure]);
    expect(await judged({ ...earlier, count: 5, reference: of }, [[text, '60001']])).toEqual([unknown]);
  });

  test('is compared by length and separators where references are hexadecimal', async () => {
    const hex = (n: number) => `3f${n}b-9c${n}e`;
    const earlier: Earlier = { text: acme, reference: hex, of: hex };
    expect(
      await judged(earlier, [
        [text, '7aa1-00fe'],
        [text, '7aa1-00fe-1'],
      ]),
    ).toEqual([unknown, sure]);
  });
});

test('The reference of a batch whose transfers are numbered is known, and is that of no other transfer', async () => {
  const batches = days.slice(0, 6);
  const sent = batches.flatMap((day, n): Sent[] => [
    [day, `${100 + 7 * n}.13`, `SETTLE-${day}-MYR-1`],
    [day, `${200 + 13 * n}.31`, `SETTLE-${day}-MYR-2`],
  ]);
  const booked = batches.map((day, n): Booked => [day, `${300 + 20 * n}.44`, 'SETTLEMENT', `SETTLE-${day}-MYR`]);
  const items = await judgedDeposits({
    sent: [...sent, ['11-12', '777.77', 'SETTLE-11-12-MYR']],
    booked: [...booked.slice(1), ['11-12', '777.77', 'SETTLEMENT', `SETTLE-${batches[0]}-MYR`]],
    from: '11-02',
    to: '11-16',
  });
  expect(items.filter((item) => item.startsWith('11-12'))).toEqual([
    '11-12 control_breach reference_differs: 777.77 = 777.77',
  ]);
  expect(items.filter((item) => item.includes('matched sum_in_window')).length).toBe(10);
});
