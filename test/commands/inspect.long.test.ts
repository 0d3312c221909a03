import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../src/package-root.ts';
import { tieout } from '../given/command.ts';

const files = join(packageRoot, 'test', 'inspect', 'files');
const missing = join(tmpdir(), 'tieout-no-configuration.yaml');

test('inspect needs no configuration, keeps nothing, and exits with 0 when all rows fit', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tieout-inspect-'));
  const given = { TIEOUT_CONFIG: join(folder, 'tieout.yaml'), COLUMNS: '80', TZ: 'Asia/Kuala_Lumpur' };
  const { status, out, err } = await tieout(['--json', 'inspect', join(files, 'C53_20261116.xml')], given);
  expect({ status, err }).toEqual({ status: 0, err: '' });
  const answer: Record<string, unknown> = JSON.parse(out);
  expect(Object.keys(answer)).toEqual([
    ...['file', 'bytes', 'kind', 'format', 'encoding', 'delimiter', 'sheets', 'header_line', 'columns', 'absent'],
    ...['others', 'date_order', 'signs', 'decimal_mark', 'zone', 'currency', 'claims', 'above', 'figures'],
    ...['needs_currency', 'notes', 'refused', 'first_rows', 'configuration', 'questions'],
  ]);
  expect(answer).toMatchObject({
    kind: { name: 'bank', section: 'books.bank' },
    format: 'camt053',
    zone: 'Asia/Kuala_Lumpur',
    refused: null,
    configuration: null,
    claims: [{ account: '•••3000', currency: 'EUR', opening: '1000', closing: '1130' }],
    figures: { lines: 2, loaded: 2, rejected: 0, no_record: 0, first_day: '2026-11-16', last_day: '2026-11-16' },
  });
  expect(readdirSync(folder)).toEqual([]);
});

test('inspect shows what is wrong within 80 columns, masks people, and exits with 4', async () => {
  const file = join(files, 'orders_export_1.csv');
  const { status, out, err } = await tieout(['inspect', file], { TIEOUT_CONFIG: missing, COLUMNS: '80' });
  expect({ status, err }).toEqual({ status: 4, err: '' });
  const lines = out.split('\n').slice(1);
  expect(lines.filter((line) => [...line].length > 80)).toEqual([]);
  expect(out).toContain('status: [Financial Status]');
  expect(out).toContain('With it, 4 lines: 3 loaded, 0 rejected, 1 row without a record; 2026-11-03 to');
  expect(out).not.toMatch(/aina|Ben Tan|Chong/i);
});

test('inspect writes a preset, by which the next file of the bank is read', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tieout-preset-'));
  const given = { TIEOUT_CONFIG: join(folder, 'tieout.yaml'), COLUMNS: '80' };
  const wanted = ['inspect', join(files, 'tiliote.csv'), '--as', 'bank', '--currency', 'MYR'];
  await tieout(['init'], given);
  const first = await tieout([...wanted, '--preset', 'finnish'], given);
  expect(first.out).toContain(`Preset written: ${join(folder, 'banks', 'finnish.yaml')}`);
  const next = await tieout(['--json', ...wanted], given);
  expect(next.status).toBe(0);
  expect(JSON.parse(next.out)).toMatchObject({
    notes: expect.arrayContaining(['The file was read by the preset "finnish".']),
    figures: { loaded: 4, rejected: 0 },
    configuration: null,
  });
  const again = await tieout([...wanted, '--preset', 'finnish'], given);
  expect(again).toMatchObject({ status: 2, err: expect.stringContaining('BANK_PRESET_NOT_WRITTEN') });
});

test('A preset of a file with a question has the answers as commented lines, and reads nothing before one is chosen', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tieout-preset-'));
  const given = { TIEOUT_CONFIG: join(folder, 'tieout.yaml'), COLUMNS: '80' };
  const wanted = ['inspect', join(files, 'card-with-a-refund.csv'), '--as', 'bank', '--currency', 'MYR'];
  await tieout(['init'], given);
  await tieout([...wanted, '--preset', 'card'], given);
  const path = join(folder, 'banks', 'card.yaml');
  const preset = readFileSync(path, 'utf8');
  expect(preset).toContain('# debit: [Charged Amount] # money out');
  expect(JSON.parse((await tieout(['--json', ...wanted], given)).out).figures).toBeNull();
  writeFileSync(path, preset.replace('# debit:', 'debit:'));
  const { figures } = JSON.parse((await tieout(['--json', ...wanted], given)).out);
  expect(figures.totals).toMatchObject([
    { kind: 'money in', lines: 1, amount: '30.0000' },
    { kind: 'money out', lines: 2, amount: '133.2000' },
  ]);
});

test('A preset that is wrong stops every command, with its file and line', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tieout-preset-'));
  const given = { TIEOUT_CONFIG: join(folder, 'tieout.yaml') };
  await tieout(['init'], given);
  mkdirSync(join(folder, 'banks'));
  const tried = async (text: string) => {
    writeFileSync(join(folder, 'banks', 'my-bank.yaml'), text);
    return (await tieout(['inspect', join(files, 'tiliote.csv')], given)).err;
  };
  expect(await tried('bank: My bank\nrecognise: { header: [Pvm] }\ncomma: yes\n')).toMatch(
    /BANK_PRESET_WRONG.*\n.*my-bank/,
  );
  expect(await tried('bank: My bank\nrecognise: {}\n')).toContain('must name headers or texts');
  expect(await tried('bank: [My bank\n')).toContain('not YAML');
});
