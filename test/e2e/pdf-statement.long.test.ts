import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bankPdf } from '../given/bank-pdf.ts';
import { figuresOf } from '../given/bank-pdf-figures.ts';
import { layouts } from '../given/bank-pdf-layouts.ts';
import { tieout } from '../given/command.ts';

const folder = mkdtempSync(join(tmpdir(), 'tieout-pdf-'));
const password = 'the-password-of-the-pdf';
const config = join(folder, 'tieout.yaml');
const [layout] = layouts;

const figures = figuresOf({
  account: '512345678901',
  from: '2026-10-01',
  to: '2026-10-31',
  opening: 10_00,
  entries: [
    { day: '2026-10-02', cents: 5_00, texts: ['FPX PAYMENT'] },
    { day: '2026-10-20', cents: -7_00, texts: ['SERVICE FEE'] },
  ],
});

const run = (args: string[], env: Record<string, string> = {}) => tieout(['-q', '-c', config, ...args], env);
const file = (name: string) => join(folder, name);
const filesOf = (root: string) =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((name) => join(root, name))
    .filter((path) => statSync(path).isFile());

beforeAll(async () => {
  if (layout === undefined) throw new Error('there is no layout');
  writeFileSync(
    config,
    `companies:
  - name: acme
    zone: Asia/Kuala_Lumpur
    currencies: [MYR]
    gateway: { base_url: "https://gateway.example/api/v1", secret_key: { env: T_KEY } }
    books: { bank: { pdf_password: { env: T_PDF } } }
`,
  );
  writeFileSync(file('locked.pdf'), await bankPdf(layout, figures, { password }));
  const rows = figures.rows.map((row, index) => (index === 1 ? { ...row, cents: row.cents - 1 } : row));
  writeFileSync(file('altered.pdf'), await bankPdf(layout, { ...figures, rows }));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('A PDF with a password is imported, rebuilt with the recorded place of the password, and never keeps the password', async () => {
  const without = await run(['import', 'bank', file('locked.pdf')]);
  expect([without.status, without.err]).toEqual([4, expect.stringContaining('FILE_ENCRYPTED')]);
  expect(without.err).toContain('T_PDF');

  const imported = await run(['import', 'bank', file('locked.pdf')], { T_PDF: password });
  expect([imported.status, imported.err]).toEqual([0, '']);
  expect(imported.out).toContain('2 loaded');

  const rebuilt = await run(['rebuild'], { T_PDF: password });
  expect(rebuilt.status).toBe(0);
  const lines = await run([
    'sql',
    'select amount, description from core.bank_line order by booked_on',
    '--format',
    'csv',
  ]);
  expect(lines.out).toContain('FPX PAYMENT');
  expect(lines.out).toContain('SERVICE FEE');

  const kept = filesOf(join(folder, 'tieout-data'));
  expect(
    kept.some((path) => readFileSync(path).includes('T_PDF')),
    'the place is recorded',
  ).toBe(true);
  expect(kept.filter((path) => readFileSync(path).includes(password))).toEqual([]);
  expect(imported.out + imported.err + without.err + rebuilt.out).not.toContain(password);
});

test('inspect shows account, span, balances and entries, and the page of a contradiction', async () => {
  const good = await run(['--json', 'inspect', file('locked.pdf')], { T_PDF: password });
  expect(good.status).toBe(0);
  expect(JSON.parse(good.out)).toMatchObject({
    kind: { name: 'bank', because: 'it is PDF' },
    format: 'pdf',
    claims: [{ account: '•••8901', to: '2026-10-31', opening: '10', closing: '8' }],
    figures: { loaded: 2, rejected: 0 },
  });

  const bad = await run(['inspect', file('altered.pdf')]);
  expect(bad.status).toBe(4);
  expect(bad.out).toMatch(/where +page 1, line \d+/);

  const imported = await run(['import', 'bank', file('altered.pdf')]);
  expect([imported.status, imported.err]).toEqual([
    4,
    expect.stringMatching(/where: .*altered\.pdf, page 1, line \d+/),
  ]);
});

test('inspect proposes an alias for a column with another name, of an encrypted file too', async () => {
  if (layout === undefined) throw new Error('there is no layout');
  const columns = layout.columns.map((column) =>
    column.role === 'amount' ? { ...column, head: ['AMAUN URUSAN'] } : column,
  );
  writeFileSync(file('named.pdf'), await bankPdf({ ...layout, columns }, figures, { password }));
  const found = await run(['--json', 'inspect', file('named.pdf')], { T_PDF: password });
  expect(found.status).toBe(4);
  expect(JSON.parse(found.out)).toMatchObject({
    refused: { code: 'FILE_COLUMN_MISSING', page: 1 },
    configuration: {
      terms: { aliases: { amount: ['AMAUN URUSAN'] } },
      result: { refused: null, figures: { loaded: 2, rejected: 0 } },
    },
  });
});
