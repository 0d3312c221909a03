import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bankPdf } from '../given/bank-pdf.ts';
import { figuresOf, month } from '../given/bank-pdf-figures.ts';
import { layouts } from '../given/bank-pdf-layouts.ts';
import { givenImporter, shopIn } from '../given/shop.ts';
import { filesIn } from '../given/unpacked.ts';

const password = 'the-password-of-the-pdf';
const [layout] = layouts;
if (layout === undefined) throw new Error('there is no layout');
const columns = layout.columns.map((column) =>
  column.role === 'amount' ? { ...column, head: ['AMAUN URUSAN'] } : column,
);

const figures = figuresOf({
  ...month,
  opening: 10_00,
  entries: [
    { day: '2026-10-02', cents: 5_00, texts: ['FPX PAYMENT'] },
    { day: '2026-10-20', cents: -7_00, texts: ['SERVICE FEE'] },
  ],
});

const rows = figures.rows.map((row, index) => (index === 1 ? { ...row, cents: row.cents - 1 } : row));

const shop = givenImporter({ books: { bank: { pdf_password: { env: 'T_PDF' } } } });
const withPassword = shopIn(shop.folder, { ...shop.env, T_PDF: password });
shop.write('locked.pdf', await bankPdf(layout, figures, { password }));
shop.write('altered.pdf', await bankPdf(layout, { ...figures, rows }));
shop.write('named.pdf', await bankPdf({ ...layout, columns }, figures, { password }));

test('A PDF with a password is imported, rebuilt with the recorded place of the password, and never keeps the password', async () => {
  const without = await shop.tieout('import', 'bank', 'locked.pdf');
  expect([without.status, without.err]).toEqual([4, expect.stringContaining('FILE_ENCRYPTED')]);
  expect(without.err).toContain('T_PDF');

  const imported = await withPassword.tieout('import', 'bank', 'locked.pdf');
  expect([imported.status, imported.err]).toEqual([0, '']);
  expect(imported.out).toContain('2 loaded');

  const rebuilt = await withPassword.tieout('rebuild');
  expect(rebuilt.status).toBe(0);
  expect(await shop.rows('select description from core.bank_line order by booked_on')).toMatchObject([
    { description: expect.stringContaining('FPX PAYMENT') },
    { description: expect.stringContaining('SERVICE FEE') },
  ]);

  const kept = filesIn(join(shop.folder, 'data'));
  expect(
    kept.some((path) => readFileSync(path).includes('T_PDF')),
    'the place is recorded',
  ).toBe(true);
  expect(kept.filter((path) => readFileSync(path).includes(password))).toEqual([]);
  expect(imported.out + imported.err + without.err + rebuilt.out).not.toContain(password);
});

test('inspect shows account, span, balances and entries, and the page of a contradiction', async () => {
  const good = await withPassword.tieout('--json', 'inspect', 'locked.pdf');
  expect(good.status).toBe(0);
  expect(JSON.parse(good.out)).toMatchObject({
    kind: { name: 'bank', because: 'it is PDF' },
    format: 'pdf',
    claims: [{ account: '•••8901', to: '2026-10-31', opening: '10', closing: '8' }],
    figures: { loaded: 2, rejected: 0 },
  });

  const bad = await shop.tieout('inspect', 'altered.pdf');
  expect(bad.status).toBe(4);
  expect(bad.out).toMatch(/where +page 1, line \d+/);
  expect(await shop.tieout('import', 'bank', 'altered.pdf')).toMatchObject({
    status: 4,
    err: expect.stringMatching(/where: .*altered\.pdf, page 1, line \d+/),
  });
});

test('inspect proposes an alias for a column with another name, of an encrypted file too', async () => {
  const found = await withPassword.tieout('--json', 'inspect', 'named.pdf');
  expect(found.status).toBe(4);
  expect(JSON.parse(found.out)).toMatchObject({
    refused: { code: 'FILE_COLUMN_MISSING', page: 1 },
    configuration: {
      terms: { aliases: { amount: ['AMAUN URUSAN'] } },
      result: { refused: null, figures: { loaded: 2, rejected: 0 } },
    },
  });
});
