import { periodOf } from '../../src/domain/period.ts';
import { matchPeriod } from '../../src/reconcile/match-period.ts';
import { type DeclaredPass, readPass } from '../../src/reconcile/matching/declared-pass.ts';
import { reconciliations } from '../../src/reconcile/reconciliations.ts';
import { deriveWithin } from '../../src/warehouse/derive.ts';
import { type GivenFile, type GivenPayment, givenBankLines, givenStatement } from './facts.ts';
import { givenRules } from './rules.ts';

/** A transfer of the gateway: its day in 2026, amount and reference. */
export type Sent = [day: string, amount: string, reference?: string];
/** A deposit at the bank: its day in 2026, amount, text and reference. */
export type Booked = [day: string, amount: string, text: string, reference?: string];

type Given = {
  sent: readonly Sent[];
  booked: readonly Booked[];
  /** The judged days. */
  from: string;
  to: string;
  /** Further passes, as the configuration adds them. */
  own?: readonly string[];
};

const definition = (await reconciliations()).find(({ name }) => name === 'bank_to_settlement');

/**
 * The proof of deposits for transfers and deposits in ringgit: each item as `amount of the transfer or deposit: reason code or pass`,
 * by day, transfers first. A transfer long before, without a deposit, begins what is known. The tests of a file share a warehouse.
 */
export function givenDeposits(): (given: Given) => Promise<string[]> {
  const company = { books: { bank: {} } };
  const acme = givenRules(company);
  return async ({ sent, booked, from, to, own = [] }) => {
    if (definition === undefined) throw new Error('there is no reconciliation of deposits');
    await acme.empty();
    await acme.configure(company);
    const file: GivenFile = { covers: ['2026-08-02', '2026-12-30'], received: '2026-12-31T00:10:00Z' };
    const old: GivenPayment = {
      key: 'old',
      kind: 'disbursement',
      amount: '1',
      paid: '2026-08-03 09:00',
      reference: 'OLD',
    };
    const transfers = sent.map(
      ([day, amount, reference], n): GivenPayment => ({
        ...{ key: `d${n}`, kind: 'disbursement', amount, reference },
        paid: `2026-${day} 09:${String(n % 60).padStart(2, '0')}`,
      }),
    );
    await givenStatement(acme.connection, file, [old, ...transfers]);
    await givenBankLines(
      acme.connection,
      { ...file, covers: ['2026-08-01', '2026-12-30'] },
      booked.map(([day, amount, text, reference]) => ({ day: `2026-${day}`, amount, text, reference })),
    );
    await deriveWithin(acme.connection);
    const bounds = { from: `2026-${from}`, to: `2026-${to}` };
    const passes: DeclaredPass[] = [...definition.passes, ...own.map((text) => readPass(text, 'given.yaml'))];
    await matchPeriod(acme.connection, { ...definition, passes }, periodOf(bounds.from, bounds.to));
    const rows = await acme.rows(
      `select format('{} {} {}', strftime(business_date, '%m-%d'), outcome, coalesce(reason_code, match_pass)) as item,
         right_amount::decimal(18, 2)::text as sent, left_amount::decimal(18, 2)::text as deposited
       from recon.bank_to_settlement($from::date, $to::date)
       order by business_date, right_amount is null, coalesce(right_amount, left_amount), right_at, item_key`,
      bounds,
    );
    return rows.map(({ item, sent, deposited }) => `${item}: ${sent ?? '-'} = ${deposited ?? '-'}`);
  };
}
