import { describe, expect, test } from 'vitest';
import { english } from '../../../src/messages/words.ts';
import { added } from '../../../src/report/shown-value.ts';
import { fittedLines, outsideText, type PageLine } from '../../../src/report/sign-off/page-lines.ts';
import type { DecisionGroup } from '../../../src/report/sign-off/read-sign-off.ts';
import { reducedStatements, withSalesInOneLine } from '../../../src/report/sign-off/reduce-statements.ts';
import { givenSignOff, givenStatement, kindsOf, statementLine } from '../../given/sign-off.ts';

const words = english();

const terms = { words, isPersonalShown: false };
const shown = (line: PageLine) =>
  'text' in line ? `${line.line} ${line.text}` : `${line.line} ${line.title} | ${line.remark} | ${line.amount}`;
const perGateway = statementLine('balance_per_gateway', '1000.0000', { title: 'Balance per gateway' });
const gateway = (kinds: number) =>
  givenStatement('gateway', { balance: [perGateway, ...kindsOf('add', kinds), ...kindsOf('less', kinds)] });

describe('What fits', () => {
  test('is shown in full', () => {
    const { lines, scale } = fittedLines(givenSignOff({ statements: [gateway(2)] }), 500, terms);
    expect(scale).toBe(1);
    expect(lines.map(shown)).toEqual([
      'title Gateway clearing account, MYR (roll-forward, not reconciled to the ledger)',
      'heading Balance at the end of 31 Oct 2026',
      'figure Balance per gateway |  | 1,000.00',
      'heading Add',
      'item Added kind 1 | 1 item, of 2 Oct 2026 | 1.10',
      'item Added kind 2 | 1 item, of 2 Oct 2026 | 2.10',
      'heading Less',
      'item Taken kind 1 | 1 item, of 2 Oct 2026 | −1.10',
      'item Taken kind 2 | 1 item, of 2 Oct 2026 | −2.10',
      'total Balance that the books should show | No ledger balance is given, so nothing is compared with the books. | 1,000.00',
      'heading Roll-forward',
      'title Controls',
      'text 31 of 31 days reconciled; 31 of 31 controls made and in balance.',
      'title Decisions in force on items of the period (amounts: right side less left side)',
      'text No decisions.',
    ]);
  });

  test('is printed smaller before it is shortened', () => {
    const { lines, scale } = fittedLines(givenSignOff({ statements: [gateway(10)] }), 340, terms);
    expect(scale).toBeLessThan(1);
    expect(lines.map(shown).filter((line) => line.includes('further kind'))).toEqual([]);
  });
});

describe('What does not fit', () => {
  test('is the sum of the smallest kinds, so that the sums add up', () => {
    const { lines } = fittedLines(givenSignOff({ statements: [gateway(60)] }), 400, terms);
    const texts = lines.map(shown);
    expect(texts).toContain('item Added kind 60 | 1 item, of 2 Oct 2026 | 60.10');
    const [rest = ''] = texts.filter((text) => text.includes('further kinds'));
    expect(rest).toMatch(/^item \d+ further kinds \| \d+ items, the oldest of 2 Oct 2026 \| [\d,]+\.\d0$/);
    const items = lines.flatMap((line) => (line.line === 'item' ? [line.amount] : []));
    expect(items.length).toBeLessThan(40);
    expect(added(...items.map((amount) => amount.replaceAll(',', '').replace('−', '-')))).toBe('0.0000');
    expect(texts).toContainEqual(expect.stringMatching(/^total Balance that the books should show .* 1,000\.00$/));
  });

  test('is first of movements, then of the longest list', () => {
    const moved = Array.from({ length: 8 }, (_, index) => statementLine('other', `${index + 1}.0000`, { count: 1 }));
    const opening = statementLine('opening', '0.0000');
    const statement = givenStatement('gateway', { balance: kindsOf('add', 8), roll_forward: [opening, ...moved] });
    const reduced = (surplus: number) =>
      reducedStatements([statement], surplus, words).map(({ lines }) => [
        lines.balance.length,
        lines.roll_forward.length,
      ])[0];
    expect(reduced(0)).toEqual([8, 9]);
    expect(reduced(4)).toEqual([8, 5]);
    expect(reduced(7)).toEqual([5, 5]);
    expect(reduced(100)).toEqual([2, 3]);
  });

  test('leaves decisions in the figures of their groups', () => {
    const group = (number: number): DecisionGroup => ({
      decision: 'explain',
      author: `person ${number}`,
      approver: number === 0 ? 'lim' : '',
      count: 2,
      debit: '1.5000',
      credit: '0.2500',
    });
    const listed = Array.from({ length: 5 }, (_, number) => ({
      decision: 'write_off',
      author: 'aida',
      approver: '',
      reference: `INV-${number}`,
      reason: 'own_error',
      note: 'a note',
      amount: '-1.0000',
    }));
    const groups = Array.from({ length: 9 }, (_, number) => group(number));
    const { lines } = fittedLines(givenSignOff({ groups, largest: listed }), 500, terms);
    const texts = lines.map(shown);
    expect(texts).toContain('figure Explained: person 0, approved by lim | 2 items | 1.50 / −0.25');
    expect(texts).toContain('figure 4 further kinds | 8 items | 6.00 / −1.00');
    expect(texts).toContain('item INV-0: Written off, aida | own error: a note | −1.00');
    expect(texts).toContain('text 13 further decisions, in the figures above');
  });
});

test('Sales of all payment methods are one line', () => {
  const sales = ['visa', 'fpx'].map((kind) =>
    statementLine('sales', '2.5000', { kind, title: 'Add: sales', count: 3 }),
  );
  const statement = givenStatement('gateway', { roll_forward: [statementLine('opening', '0.0000'), ...sales] });
  expect(withSalesInOneLine(statement).lines.roll_forward).toMatchObject([
    { code: 'opening' },
    { title: 'Add: sales', amount: '5.0000', count: 6 },
  ]);
});

test('Texts from outside are bounded, in one line, and masked as in the reports', () => {
  expect(outsideText(`a\n\u202Eb\u0000 ${'x'.repeat(5000)}`, true)).toHaveLength(161);
  expect(outsideText('a\r\n\tb', true)).toBe('a b');
  expect(outsideText('mei@customer.example', false)).toBe('m•••@•••');
  expect(outsideText('to 1234567890', false, 'raw')).toBe('to •••890');
});

test('The decimals are those of the currency', () => {
  const amounts = (currency: string, amount: string) =>
    fittedLines(
      givenSignOff({
        currency,
        statements: [givenStatement('gateway', { balance: [{ ...perGateway, amount }] }, { currency })],
      }),
      500,
      terms,
    ).lines.flatMap((line) => (line.line === 'figure' ? [line.amount] : []));
  expect(amounts('JPY', '1234567.0000')).toEqual(['1,234,567']);
  expect(amounts('KWD', '9007199254740993.1230')).toEqual(['9,007,199,254,740,993.123']);
});
