import { expect, test } from 'vitest';
import type { LandedFile } from '../../src/warehouse/load/landed-file.ts';
import { landed } from '../given/landed.ts';
import { page, payoutAccount } from '../given/payout-records.ts';
import { days, givenRules } from '../given/rules.ts';

const day = days('2026-11-02');
const statement = `ID,Type,Reference Nr.,Currency,Amount,Fee,Net Amount,Payment Method,Status,Paid On
p1,purchase,INV-1,MYR,100.00,1.00,99.00,fpx,paid,2026-11-02 09:00:00
p2,purchase,INV-2,MYR,50.00,0.50,49.50,card,paid,2026-11-02 10:00:00
`;
// incoming 100.00 + 50.00 = 150.00, fees 1.00 + 0.50 = 1.50
const turnover = (amount: number) => ({
  incoming: { turnover: amount, fee_sell: 150, count: { all: 2 } },
  outgoing: { turnover: 0, fee_sell: 0, count: { all: 0 } },
});

const balance = (balances: Record<string, number>) =>
  JSON.stringify(
    Object.fromEntries(Object.entries(balances).map(([currency, cents]) => [currency, { balance: cents }])),
  );
const reading = (at: string, balances: Record<string, number>) =>
  landed(balance(balances), { kind: 'balance', window_from: at, window_to: at, received_at: '2026-11-03T00:05:00Z' });

const fee = (method: string) => ({ method, flat: '0', percent: '1', minimum: '0' });
const acme = givenRules();

type Given = {
  turnover?: number;
  closing?: Record<string, number>;
  company?: object;
  statement?: string;
  files?: LandedFile[];
};

/** Reconciles 2 November with these inputs: what differs from a day on which everything agrees. */
async function judged(given: Given = {}) {
  await acme.empty();
  await acme.configure({ hasPayout: false, changes: given.company });
  const files = [
    landed(given.statement ?? statement, { kind: 'statement', ...day }),
    landed(JSON.stringify(turnover(given.turnover ?? 15000)), { kind: 'turnover', ...day }),
    reading('2026-11-01T16:00:00Z', { MYR: 0 }),
    reading('2026-11-02T16:00:00Z', given.closing ?? { MYR: 14850 }),
    ...(given.files ?? []),
  ];
  for (const file of files) await acme.load(file);
  await acme.reconcile('2026-11-02', '2026-11-03');
  return {
    controls: await acme.rows(
      'select currency, control, subject, state, reason, what_to_do from mart.control order by currency, control, subject',
    ),
    verdicts: await acme.rows('select currency, verdict, reason from mart.verdict order by currency'),
  };
}

const made = [
  'gateway_balance',
  'line_arithmetic',
  'payments_to_settlement',
  'refunds_to_purchases',
  'restatements',
  'statement_to_turnover',
];
const stateOf = (controls: readonly Record<string, unknown>[], wanted: string, currency = 'MYR') =>
  controls.filter(({ control, currency: own }) => control === wanted && own === currency);

test('A day on which everything agrees names each control, and what is not set up', async () => {
  const { controls, verdicts } = await judged();
  expect(controls.filter(({ state }) => state === 'balanced').map(({ control }) => control)).toEqual(made);
  expect(new Set(controls.map(({ state }) => state))).toEqual(new Set(['balanced', 'not_set_up']));
  expect(stateOf(controls, 'bank_to_settlement')).toMatchObject([{ state: 'not_set_up', reason: 'Not set up: bank.' }]);
  expect(verdicts).toEqual([
    {
      currency: 'MYR',
      verdict: 'reconciled',
      reason: '6 of 6 controls made. Not set up: bank, callbacks, fee schedule, orders, payout service.',
    },
  ]);
});

test('A control out of balance is a break; a missing input is incomplete', async () => {
  const { controls, verdicts } = await judged({ turnover: 15001 });
  expect(stateOf(controls, 'statement_to_turnover')).toMatchObject([{ state: 'out_of_balance' }]);
  expect(verdicts).toMatchObject([{ verdict: 'breaks' }]);

  await acme.execute("delete from raw.receipt where kind = 'balance'");
  await acme.reconcile('2026-11-02', '2026-11-03');
  const missing = await acme.rows("select state, reason, input from mart.control where control = 'gateway_balance'");
  expect(missing).toEqual([
    {
      state: 'not_made',
      input: 'balance',
      reason: "The gateway's balance was not received for the start and the end of the day.",
    },
  ]);
  expect(await acme.rows('select verdict from mart.verdict')).toEqual([{ verdict: 'incomplete' }]);
});

test('A currency that is held and not configured has controls that were not made, unless they are waived', async () => {
  const closing = { MYR: 14850, KWD: 5000 };
  const { controls, verdicts } = await judged({ closing });
  expect(stateOf(controls, 'gateway_balance', 'KWD')).toEqual([
    {
      currency: 'KWD',
      control: 'gateway_balance',
      subject: '',
      state: 'not_made',
      reason: 'KWD is in balance and is not configured.',
      what_to_do: 'Set currencies: [MYR, KWD] in the configuration, or waive the controls of KWD (waivers).',
    },
  ]);
  expect(verdicts).toMatchObject([{ currency: 'KWD', verdict: 'incomplete' }, { currency: 'MYR' }]);

  const waiver = { control: 'gateway_balance', currency: 'KWD', from: '2026-11-01', why: 'closed wallet', by: 'Aina' };
  const waived = await judged({ closing, company: { waivers: [waiver] } });
  expect(stateOf(waived.controls, 'gateway_balance', 'KWD')).toMatchObject([
    { state: 'waived', reason: 'Waived by Aina: closed wallet' },
  ]);
  expect(waived.verdicts).toMatchObject([
    { currency: 'KWD', verdict: 'reconciled', reason: expect.stringContaining('1 control waived.') },
    { currency: 'MYR' },
  ]);
});

test('A currency that is not configured has no breaks: nothing can be missing in it', async () => {
  const orders = landed(
    'Period,2026-11-01 to 2026-11-03\nOrder,Placed On,Currency,Amount,Status\nO-1,2026-11-02,KWD,5.000,paid\n',
    { kind: 'orders', received_at: '2026-11-10T00:00:00Z' },
  );
  const { controls } = await judged({ files: [orders], company: { books: { orders: {} } } });
  expect(stateOf(controls, 'orders_to_statement', 'KWD')).toMatchObject([{ state: 'not_made' }]);
  expect(await acme.rows("select reason from recon.item where currency = 'KWD'")).toEqual([]);
});

test('A waiver ends on its last day, and covers no difference', async () => {
  const waiver = { control: 'statement_to_turnover', from: '2026-10-01', to: '2026-11-02', why: 'pilot', by: 'Aina' };
  const { controls } = await judged({ turnover: 15001, company: { waivers: [waiver] } });
  expect(stateOf(controls, 'statement_to_turnover')).toMatchObject([{ state: 'out_of_balance' }]);
  const over = { ...waiver, control: 'gateway_balance', currency: 'KWD', to: '2026-11-01' };
  const ended = await judged({ closing: { MYR: 14850, KWD: 1 }, company: { waivers: [over] } });
  expect(stateOf(ended.controls, 'gateway_balance', 'KWD')).toMatchObject([{ state: 'not_made' }]);
});

test('Payout accounts without a readable balance, or none, keep the roll-forward from being made', async () => {
  const at = '2026-11-03T00:10:00.000Z';
  const account = (id: number, balance: unknown) => payoutAccount(id, { current_balance: balance, updated_at: at });
  const list = (kind: string, results: object[]) =>
    landed(page(results), { kind, request_path: `/send/${kind}`, received_at: at });
  const payout = { base_url: 'https://payout.example/api', api_key: { env: 'X' }, api_secret: { env: 'X' } };
  const withAccounts = (accounts: object[]) =>
    judged({
      company: { payout },
      files: [
        list('accounts', accounts),
        ...['send_limits', 'send_instructions', 'bank_accounts'].map((kind) => list(kind, [])),
      ],
    });
  const whole = await withAccounts([account(7, 0), account(9, 0)]);
  expect(stateOf(whole.controls, 'payout_roll_forward')).toMatchObject([
    { subject: 'accounts 7, 9', state: 'balanced' },
  ]);
  const unreadable = await withAccounts([account(7, 'n/a')]);
  expect(stateOf(unreadable.controls, 'payout_roll_forward')).toMatchObject([
    {
      state: 'not_made',
      reason: expect.stringMatching(/Payout accounts: 1 row rejected.*current_balance/),
      what_to_do: 'Ask the service to correct the rejected records. The next run asks for them again.',
    },
  ]);
  expect(unreadable.verdicts).toMatchObject([{ verdict: 'incomplete' }]);
  const none = await withAccounts([]);
  expect(stateOf(none.controls, 'payout_roll_forward')).toMatchObject([
    { state: 'not_made', reason: 'The payout service lists no account with a readable balance.' },
  ]);
});

test('With a fee schedule, a method without a rule is a control that was not made', async () => {
  const { controls, verdicts } = await judged({ company: { fees: [fee('fpx')] } });
  expect(stateOf(controls, 'fees_to_schedule')).toMatchObject([
    {
      subject: 'card',
      state: 'not_made',
      reason: 'The fee schedule has no rule for card in MYR: 1 payment of MYR 50.00, fees MYR 0.50.',
      what_to_do:
        'Add { method: card, currency: MYR, flat: "?", percent: "?", minimum: "?" } to fees in the configuration with the agreed rates, or waive the control (waivers).',
    },
    { subject: 'fpx', state: 'balanced' },
  ]);
  expect(verdicts).toMatchObject([{ verdict: 'incomplete' }]);
  const whole = await judged({ company: { fees: [fee('fpx'), fee('card')] } });
  expect(stateOf(whole.controls, 'fees_to_schedule').map(({ state }) => state)).toEqual(['balanced', 'balanced']);
});

test('Lines without a net amount prove nothing once an earlier statement had net amounts', async () => {
  const without = statement.replace('Net Amount', 'Column 7');
  expect(stateOf((await judged({ statement: without })).controls, 'line_arithmetic')).toMatchObject([
    { state: 'balanced' },
  ]);
  const earlier = landed(statement.replaceAll('2026-11-02', '2026-11-01'), {
    kind: 'statement',
    ...days('2026-11-01'),
  });
  const { controls } = await judged({ statement: without.replaceAll(/^p/gm, 'q'), files: [earlier] });
  expect(stateOf(controls, 'line_arithmetic')).toMatchObject([
    { state: 'not_made', reason: '2 statement lines do not state both fee and net amount, although other lines do.' },
  ]);
});

test('Lines that no net amount is expected of leave the day proven', async () => {
  const without = statement.replace('Net Amount', 'Column 7');
  const arithmetic = async (parts: Parameters<typeof judged>[0]) =>
    stateOf((await judged(parts)).controls, 'line_arithmetic').map(({ state }) => state);
  const december = landed(statement.replaceAll('2026-11-02', '2026-12-01').replaceAll(/^p/gm, 'd'), {
    kind: 'statement',
    ...days('2026-12-01'),
    receipt_id: 900_000,
    received_at: '2026-12-02T00:10:00Z',
  });
  // the column begins with a later statement
  expect(await arithmetic({ statement: without, files: [december] })).toEqual(['balanced']);
  // the gateway states none for refunds
  const refund = 'r1,refund,INV-1,MYR,10.00,0.00,,,success,2026-11-02 12:00:00\n';
  expect(await arithmetic({ statement: `${statement}${refund}` })).toEqual(['balanced']);
  const arithmeticAfter = async (change: string) => {
    await acme.execute(change);
    const rows = await acme.rows("from recon.line_arithmetic_unproven(date '2026-11-02', date '2026-11-03')");
    return rows.length;
  };
  const second = (is: string) => `update core.payment set ${is} where payment_key = 'p2'`;
  expect(await arithmeticAfter(second('is_net_stated = false'))).toBe(1);
  expect(await arithmeticAfter(second("status = 'taken_on'"))).toBe(0);
  // an earlier version loaded the line
  expect(await arithmeticAfter(second("is_net_stated = null, status = 'paid'"))).toBe(0);
});

test('A net amount that differs from its figures in the warehouse is a break of its line', async () => {
  await judged();
  await acme.execute("update core.payment set net_amount = net_amount - 0.01 where payment_key = 'p1'");
  await acme.reconcile('2026-11-02', '2026-11-03');
  const found = await acme.mart(
    "select outcome, reason from mart.item where reconciliation = 'line_arithmetic' order by outcome",
  );
  expect(found).toEqual([
    {
      outcome: 'amount_differs',
      reason:
        'Line 2: amount MYR 100.00 less fee MYR 1.00 and withheld MYR 0.00 is MYR 99.00; the net amount is MYR 98.99.',
    },
    { outcome: 'matched', reason: 'Amount less fee and withheld is the net amount in 1 line.' },
  ]);
  expect(await acme.rows('select verdict from mart.verdict')).toEqual([{ verdict: 'breaks' }]);
});
