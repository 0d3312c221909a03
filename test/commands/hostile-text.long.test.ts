import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { tieout } from '../given/command.ts';
import { givenImporter } from '../given/shop.ts';

/** Clears the screen, sets the title, colours with an 8-bit sequence, reverses text, and returns to the start of the line. */
const hostile = '\u001b[2J\u001b]0;t\u0007\u009b31m\u202egpj\u2066\u200f\u007f\r';
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that must not occur
const acting = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/;

const { folder, path, env, breaks } = givenImporter();
const call = (...args: string[]) => tieout(['--config', path, ...args], env);

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

beforeAll(async () => {
  const file = join(folder, `statement ${hostile.replaceAll('/', '')}.csv`);
  const rows = [
    ['ID', 'Type', 'Reference Nr.', 'Description', 'Currency', 'Amount', 'Fee', 'Status', 'Paid On', 'Related To'],
    [
      'r1',
      'refund',
      `INV${hostile}`,
      hostile,
      'MYR',
      '50.00',
      '0.00',
      'success',
      '2026-11-03 13:00:00',
      `p8${hostile}`,
    ],
    [`p1${hostile}`, 'purchase', `INV${hostile}`, 'tea', 'MYR', 'ten', '0.00', hostile, '2026-11-03 13:00:00', ''],
  ];
  writeFileSync(file, rows.map((row) => row.map(quoted).join(',')).join('\n'));
  const { out, err } = await call('import', 'statement', file);
  expect(out + err).not.toMatch(acting);
});

test('Text output has no terminal control characters', async () => {
  const [item] = await breaks();
  const id = item?.break_id ?? '';
  const decided = ['decide', 'explain', id, '--reason', 'other', '--note', hostile, '--author', `aida${hostile}`];
  expect((await call(...decided)).out).toMatch(/^recorded /);
  const calls = [
    ['status'],
    ['breaks'],
    ['breaks', id],
    ['breaks', '--status', hostile],
    ['breaks', '--company', hostile],
    ['explain', `INV${hostile}`],
    ['sql', 'from mart.rejected_row'],
    ['sql', `select '${hostile}' as "a${hostile}"`],
    ['sql', hostile],
    ['run', '--date', hostile],
    ['decide', hostile, id],
    ['decide', '--from', `${folder}/${hostile}.xlsx`, '--yes'],
    ['import', 'orders', `${folder}/${hostile}`],
    ['close', hostile],
    ['doctor'],
    [hostile],
    ['--config', `${folder}/${hostile}.yaml`, 'status'],
  ];
  const texts: string[] = [];
  const next = calls.values();
  const caller = async () => {
    for (const args of next) {
      const { out, err } = await call(...args);
      expect(out + err, JSON.stringify(args)).not.toMatch(acting);
      expect(out + err).not.toBe('');
      texts.push(out, err);
    }
  };
  await Promise.all([caller(), caller(), caller()]);
  // the text is present, shown as an escape
  for (const part of [String.raw`\u001b[2J`, String.raw`\u009b31m`, String.raw`\u202egpj`])
    expect(texts.filter((text) => text.includes(part)).length).toBeGreaterThan(8);
});

test('JSON output keeps the exact text and escapes control characters', async () => {
  const { out } = await call('-q', '--json', 'sql', 'select reference from core.payment');
  expect(out).not.toMatch(acting);
  const [row] = z.array(z.object({ reference: z.string() })).parse(JSON.parse(out));
  expect(row?.reference).toContain('\u001b[2J\u001b]0;t\u0007\u009b31m\u202egpj\u2066');
  const { err } = await call('--json', 'import', 'orders', `${folder}/${hostile}`);
  expect(err).not.toMatch(acting);
  const [line = ''] = err.trim().split('\n').slice(-1);
  expect(JSON.parse(line)).toMatchObject({ code: 'IMPORT_FILE_MISSING', place: { file: `${folder}/${hostile}` } });
});
