import { expect, test } from 'vitest';
import { currencies } from '../../src/domain/currencies.ts';
import { decimalsOf, groupedText } from '../../src/report/shown-value.ts';
import { landed } from '../given/landed.ts';
import { instruction, page, payoutAccount } from '../given/payout-records.ts';
import { givenRules } from '../given/rules.ts';

/** A currency by example: amount and fee in a statement, as integers of the gateway, and the amount as shown to people. */
const examples = [
  { code: 'PLN', written: '"zł1,234.50"', fee: '0.25', minor: 123450, minorFee: 25, shown: '1,234.50' },
  { code: 'BRL', written: '"R$ 1,234.50"', fee: '0.25', minor: 123450, minorFee: 25, shown: '1,234.50' },
  { code: 'MXN', written: '"MX$1,234.50"', fee: '0.25', minor: 123450, minorFee: 25, shown: '1,234.50' },
  { code: 'CZK', written: '"1,234.50 CZK"', fee: '0.25', minor: 123450, minorFee: 25, shown: '1,234.50' },
  { code: 'HUF', written: '"Ft 1,234.50"', fee: '0.25', minor: 123450, minorFee: 25, shown: '1,234.50' },
  { code: 'MYR', written: 'RM1234.50', fee: '0.25', minor: 123450, minorFee: 25, shown: '1,234.50' },
  { code: 'JPY', written: '"¥1,234"', fee: '2', minor: 1234, minorFee: 2, shown: '1,234' },
  { code: 'UGX', written: '1234', fee: '2', minor: 1234, minorFee: 2, shown: '1,234' },
  { code: 'KWD', written: '1234.567', fee: '0.025', minor: 1234567, minorFee: 25, shown: '1,234.567' },
  { code: 'IQD', written: '1234.567', fee: '0.025', minor: 1234567, minorFee: 25, shown: '1,234.567' },
  { code: 'CLF', written: '1234.5678', fee: '0.0025', minor: 12345678, minorFee: 25, shown: '1,234.5678' },
];
const window = { window_from: '2026-11-01T16:00:00Z', window_to: '2026-11-02T16:00:00Z' };

const acme = givenRules({ currencies: [...examples.map(({ code }) => code)] });

const rejected = () => acme.rows('select reason_code, reason from staging.rejected_row order by receipt_id, line_no');

test('The warehouse has exactly the currencies of the table', async () => {
  const rows = await acme.rows('select currency as code, exponent, symbols from staging.currency order by currency');
  expect(rows).toEqual(currencies.map(({ code, exponent, symbols }) => ({ code, exponent, symbols: [...symbols] })));
  const others = await acme.rows(
    'select currency from staging.currency where staging.currency_exponent(currency) is distinct from exponent',
  );
  expect(others).toEqual([]);
});

test.each(examples)(
  '$code has the same amount in statement, turnover, balance and reports',
  async ({ code, written, fee, minor, minorFee, shown }) => {
    const line = `${code}1,purchase,INV-1,${code},${written},${fee},paid,2026-11-02 09:00:00,`;
    const statement = `ID,Type,Reference Nr.,Currency,Amount,Fee,Status,Paid On,Related To\n${line}\n`;
    const side = { turnover: minor, fee_sell: minorFee, count: { all: 1 } };
    const none = { turnover: 0, fee_sell: 0, count: { all: 0 } };
    for (const file of [
      landed(statement, { kind: 'statement', currency: code, ...window }),
      landed(JSON.stringify({ incoming: side, outgoing: none }), { kind: 'turnover', currency: code, ...window }),
      landed(JSON.stringify({ [code]: { balance: minor } }), { kind: 'balance', ...window }),
    ])
      await acme.load(file);
    const rows = await acme.rows(
      `select payment.amount::text as amount, core.money_text(payment.currency, payment.amount) as text,
         payment.amount = turnover.amount and payment.amount = balance.balance and payment.fee = turnover.fee as is_same
       from core.payment as payment
       inner join core.turnover as turnover on turnover.currency = payment.currency and turnover.direction = 'incoming'
       inner join core.gateway_balance as balance on balance.currency = payment.currency
       where payment.currency = $code`,
      { code },
    );
    expect(rows.map(({ text, is_same }) => ({ text, is_same }))).toEqual([{ text: `${code} ${shown}`, is_same: true }]);
    const amount = String(rows[0]?.amount);
    expect(groupedText(amount, decimalsOf(code, amount))).toBe(shown);
    expect(await rejected()).toEqual([]);
  },
);

test('An unknown currency is rejected by name in every input', async () => {
  const header = 'ID,Type,Reference Nr.,Currency,Amount,Fee,Status,Paid On,Related To';
  const currency = 'ZZZ';
  for (const file of [
    landed(`${header}\nz1,purchase,INV-1,ZZZ,1.00,0.00,paid,2026-11-02 09:00:00,\n`, { kind: 'statement', ...window }),
    landed(JSON.stringify({ ZZZ: { balance: 100 } }), { kind: 'balance', ...window }),
    landed(page([payoutAccount(7, { currency })]), { kind: 'accounts' }),
    landed(page([instruction(1, { currency })]), { kind: 'send_instructions' }),
  ])
    await acme.load(file);
  expect(await rejected()).toMatchObject([
    { reason_code: 'currency_unknown' },
    { reason_code: 'balance_unreadable' },
    { reason_code: 'currency_unknown' },
    { reason_code: 'currency_unknown' },
  ]);
});

test('An amount of an unknown currency is shown unrounded', () => {
  expect(groupedText('1234.5600', decimalsOf(null, '1234.5600'))).toBe('1,234.56');
  expect(groupedText('1234.0000', decimalsOf(undefined, '1234.0000'))).toBe('1,234');
});
