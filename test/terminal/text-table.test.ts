import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { factsText, textTable } from '../../src/terminal/text-table.ts';

const columns = [
  { title: 'id' },
  { title: 'day', minor: 1 },
  { title: 'amount', isRight: true },
  { title: 'why' },
  { title: 'name', minor: 2 },
];
const rows = [
  ['a1', '2026-11-20', '1.50', 'The order is paid, and the statement has no payment for it.', '東京商店'],
  ['b2', '2026-11-21', '-1200.00', 'Two orders fit.', 'kedai'],
];
const linesAt = (width?: number) => textTable(columns, rows, width).split('\n');

test('Without a width each row is one line, with columns aligned by display width', () => {
  expect(linesAt()).toEqual([
    'id  day           amount  why                                                          name',
    '──  ──────────  ────────  ───────────────────────────────────────────────────────────  ────────',
    'a1  2026-11-20      1.50  The order is paid, and the statement has no payment for it.  東京商店',
    'b2  2026-11-21  -1200.00  Two orders fit.                                              kedai',
  ]);
});

test('Prose is wrapped between words until the table fits', () => {
  expect(linesAt(60)).toEqual([
    'id  day           amount  why                       name',
    '──  ──────────  ────────  ────────────────────────  ────────',
    'a1  2026-11-20      1.50  The order is paid, and    東京商店',
    '                          the statement has no',
    '                          payment for it.',
    'b2  2026-11-21  -1200.00  Two orders fit.           kedai',
  ]);
});

test('Minor columns are omitted if wrapping is not enough, least important first, and named', () => {
  const lines = linesAt(50);
  expect(lines[0]).toBe('id  day           amount  why');
  expect(lines.at(-1)).toBe('Too narrow for: name. --json has them.');
  expect(linesAt(40).join(' ')).toContain('Too narrow for: day, name.');
});

test('In a very narrow terminal each row is a list of fields', () => {
  expect(linesAt(30)).toEqual([
    '  id      a1',
    '  day     2026-11-20',
    '  amount  1.50',
    '  why     The order is paid,',
    '          and the statement',
    '          has no payment for',
    '          it.',
    '  name    東京商店',
    '',
    '  id      b2',
    '  day     2026-11-21',
    '  amount  -1200.00',
    '  why     Two orders fit.',
    '  name    kedai',
  ]);
});

test.each([30, 33, 40, 47, 50, 60, 79, 80, 120])('No line is wider than %i columns', (width) => {
  for (const line of linesAt(width)) expect(stringWidth(line)).toBeLessThanOrEqual(width);
});

test('Line breaks and escapes in a value do not break the table', () => {
  const text = textTable([{ title: 'what' }], [['a\nb\tc\u001b[2J\u009b31m\u202egpj']]);
  const shown = String.raw`a b c\u001b[2J\u009b31m\u202egpj`;
  expect(text.split('\n')).toEqual(['what', '─'.repeat(shown.length), shown]);
});

test('A long word is broken, an identifier is not', () => {
  const facts = factsText([['sha256', 'f'.repeat(64)]], 50).split('\n');
  expect(facts).toEqual([`  sha256  ${'f'.repeat(40)}`, `          ${'f'.repeat(24)}`]);
  const id = '0ad9150f-aea5-4c5a-9ac7-5bf2691a54a7';
  expect(textTable([{ title: 'id' }, { title: 'why' }], [[id, 'A sentence that is long enough.']], 60)).toContain(id);
});
