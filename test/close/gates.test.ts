import { describe, expect, test } from 'vitest';
import {
  continuityObstacles,
  countedDays,
  countedLedgers,
  gatesOf,
  ledgerObstacles,
  type Obstacle,
  obstaclesOf,
  ofMonth,
  openDayObstacles,
} from '../../src/close/gates.ts';
import { sealedLines } from '../../src/close/month-facts.ts';
import type { Statement, StatementLine } from '../../src/report/statement/read-statements.ts';

const line = (code: string, amount: string): StatementLine => ({
  ...{ code, kind: '', sign: 0, title: code, amount },
  ...{ count: undefined, day: undefined },
});
const given = (name: Statement['name'], lines: Partial<Statement['lines']>, currency = 'MYR'): Statement => ({
  ...{ name, currency, subject: '' },
  lines: { balance: [], roll_forward: [], composition: [], open: [], written_off: [], ageing: [], ...lines },
});
const october = { from: '2026-10-01', to: '2026-11-01' };

describe('The gates', () => {
  const outOfBalance = (day: string, cause: string): Obstacle => ({
    ...{ gate: 'controls', currency: 'MYR', day, subject: 'Statement to turnover', cause, action: 'Ask the gateway.' },
  });

  test('pass without an obstacle, in the order in which a person works', () => {
    expect(gatesOf(['selftest', 'days', 'inputs'], [], {}).map(({ gate, is_passed }) => [gate, is_passed])).toEqual([
      ['days', true],
      ['inputs', true],
      ['selftest', true],
    ]);
  });

  test('group obstacles with one remedy, with their days and the first reasons', () => {
    const obstacles = [3, 1, 2, 4].map((day) => outOfBalance(`2026-10-0${day}`, `Out of balance by MYR ${day}.00.`));
    const [controls] = gatesOf(['controls'], obstacles, {});
    expect(controls).toMatchObject({ is_passed: false, title: 'Controls are made and in balance, or decided' });
    expect(controls?.causes).toEqual([
      {
        ...{ currency: 'MYR', subject: 'Statement to turnover', count: 4, action: 'Ask the gateway.' },
        causes: ['Out of balance by MYR 3.00.', 'Out of balance by MYR 1.00.', 'Out of balance by MYR 2.00.'],
        days: ['2026-10-01', '2026-10-02', '2026-10-03', '2026-10-04'],
      },
    ]);
  });

  test('group the days that lack an input, though each names its day', () => {
    const lacking = (day: number): Obstacle => ({
      ...{
        gate: 'inputs',
        currency: 'MYR',
        day: `2026-10-0${day}`,
        subject: 'bank',
        cause: `No file covers ${day} Oct.`,
      },
      action: 'Import the bank file.',
    });
    const [inputs] = gatesOf(['inputs'], [1, 2, 3, 4].map(lacking), {});
    expect(inputs?.causes).toMatchObject([{ count: 4, causes: [1, 2, 3].map((day) => `No file covers ${day} Oct.`) }]);
  });

  test('keep items of different kinds, currencies and remedies apart', () => {
    const item = (facts: Partial<Obstacle>): Obstacle => ({
      ...{ gate: 'items', currency: 'MYR', day: '2026-10-01', subject: 'Orders', cause: 'a', action: 'do' },
      ...facts,
    });
    const obstacles = [item({}), item({ cause: 'b' }), item({ currency: 'SGD' }), item({ action: 'other' })];
    expect(gatesOf(['items'], obstacles, {})[0]?.causes.length).toBe(4);
  });

  test('say how many days were reconciled only by decisions, and that a statement was compared with no ledger', () => {
    expect(countedDays({ reconciled: 0, decided: 31, open: 0 })).toBe(
      '31 of 31 days: 0 reconciled, 31 with decided differences',
    );
    expect(countedDays({ reconciled: 1, decided: 0, open: 0 })).toBe('1 of 1 day: 1 reconciled');
    expect(countedLedgers([given('gateway', {})])).toBe('no ledger balance: roll-forward only');
    const [days] = gatesOf(['days'], [], { days: 'counted' });
    expect(days).toMatchObject({ is_passed: true, counted: 'counted' });
  });

  test('of days is open while a day is, also where another gate says why', () => {
    const count = { reconciled: 29, decided: 1, open: 1 };
    expect(openDayObstacles(count, [outOfBalance('2026-10-01', 'x')])).toMatchObject([
      { gate: 'days', cause: '1 day is not reconciled, for the reasons of other gates.' },
    ]);
    expect(openDayObstacles({ ...count, open: 0 }, [])).toEqual([]);
  });

  test('are named by the rows of the snapshot; a row of another name is none', () => {
    const row = {
      currency: 'MYR',
      business_date: '2026-10-01',
      subject: 'bank_statement',
      cause: 'c',
      what_to_do: 'w',
    };
    expect(
      obstaclesOf([
        { gate: 'inputs', ...row },
        { gate: 'of another version', ...row },
      ]),
    ).toEqual([
      { gate: 'inputs', currency: 'MYR', day: '2026-10-01', subject: 'bank statement', cause: 'c', action: 'w' },
    ]);
  });
});

describe('The ledger', () => {
  const statement = (ledger: string) =>
    given('gateway', { balance: [line('balance_per_gateway', '10.0000'), line('balance_per_ledger', ledger)] });
  const withoutLedger = given('gateway', { balance: [line('balance_per_gateway', '10.0000')] });

  test('refuses a statement that does not tie out to its balance', () => {
    expect(ledgerObstacles([statement('10.0000')], october, true)).toEqual([]);
    expect(ledgerObstacles([statement('9.9900')], october, false)).toMatchObject([
      {
        gate: 'ledger',
        currency: 'MYR',
        subject: 'Gateway clearing account',
        cause: 'The statement differs from the ledger by MYR 0.01.',
      },
    ]);
  });

  test('is only missed where the configuration requires it, and only for clearing accounts', () => {
    const others = [given('deposits', {}), given('payout', {})];
    expect(ledgerObstacles([withoutLedger, ...others], october, false)).toEqual([]);
    expect(ledgerObstacles([withoutLedger, ...others], october, true)).toMatchObject([
      { gate: 'ledger', subject: 'Gateway clearing account' },
    ]);
  });
});

describe('A month after a closed one', () => {
  const balance = (amount: string, code = 'opening') => given('gateway', { roll_forward: [line(code, amount)] });

  test('opens with the balances with which that month was closed', () => {
    const before = { month: '2026-10', lines: sealedLines([balance('12.3400', 'closing')]) };
    expect(continuityObstacles('2026-11', [balance('12.3400')], before)).toEqual([]);
    expect(continuityObstacles('2026-11', [balance('12.3300')], before)).toMatchObject([
      {
        gate: 'continuity',
        currency: 'MYR',
        cause: 'The month opens with 12.3300, and 2026-10 was closed with 12.3400.',
      },
    ]);
    // no month was closed before, or another one
    expect(continuityObstacles('2026-11', [balance('12.3300')], undefined)).toEqual([]);
    expect(continuityObstacles('2026-12', [balance('12.3400')], before)).toMatchObject([
      { gate: 'continuity', cause: '2026-11 is not closed, and 2026-10 is.' },
    ]);
    // a statement that is not there any more opens with nothing
    expect(continuityObstacles('2026-11', [], before)).toHaveLength(1);
    expect(
      continuityObstacles('2026-11', [], { ...before, lines: sealedLines([balance('0.0000', 'closing')]) }),
    ).toEqual([]);
  });
});

test('An obstacle to the month as a whole has no day and no currency', () => {
  expect(ofMonth('selftest', 'cause', 'action')).toEqual({
    ...{ gate: 'selftest', currency: null, day: null, subject: '', cause: 'cause', action: 'action' },
  });
});
