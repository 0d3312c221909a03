import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { packageRoot } from '../../src/package-root.ts';
import { tieout } from '../given/command.ts';
import { daysAgo, givenShop, paidOrders, withoutLines } from '../given/shop.ts';
import { readPdf } from '../given/sign-off.ts';

/* The drafts of the pages that people sign: `tieout statement`. */

const [from, until] = [daysAgo(3), daysAgo(1)];
const days = ['--from', from, '--to', until];
const letterhead = { lines: ['Acme Sdn. Bhd.', '快 Street'] };
const printed = { letterhead, prepared_by: 'Aida binti Rahman' };

const { sandbox, ...shop } = await givenShop(
  { seed: 5, days: 3, breaks: 'none', ordersPerDay: 8 },
  { books: { orders: { file: 'orders.csv' } } },
);
const { orders } = sandbox.files();
const [lost = ''] = paidOrders(orders, from);
shop.write('orders.csv', withoutLines(orders, lost));
await shop.tieout('run', ...days);
const [broken] = await shop.breaks();
const words = ['--reason', 'own_error', '--note', 'Taken by <b>telephone</b>', '--author', 'aida'];
await shop.tieout('decide', 'explain', broken?.break_id ?? '', ...words);
beforeEach(() => shop.configure({}, { report: printed }));

const answer = z.object({
  statements: z.array(z.object({ company: z.string(), currency: z.string(), file: z.string() })),
  errors: z.array(z.unknown()),
});

test('A page is written for each currency, with the figures, the decisions and the lines to sign', async () => {
  // not with --quiet, for the warning
  const args = ['-c', shop.path, '--json', 'statement', ...days, '--out', 'drafts'];
  const { status, out, err } = await tieout(args, shop.env, shop.folder);
  expect(status).toBe(0);
  // the warning names the characters of the letterhead that the shipped font lacks
  expect(err).toContain('statement-MYR.pdf shows squares, because no font has 快');
  const { statements, errors } = answer.parse(JSON.parse(out));
  expect(errors).toEqual([]);
  expect(statements).toEqual(
    ['MYR', 'SGD'].map((currency) => ({
      company: 'acme',
      currency,
      file: join(shop.folder, 'drafts', `statement-${currency}.pdf`),
    })),
  );
  const file = statements[0]?.file ?? '';
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const { pageCount, lines } = await readPdf(readFileSync(file));
  expect(pageCount).toBe(1);
  const text = lines.join('\n').replaceAll(/ {2,}/g, ' ');
  for (const part of [
    'Acme Sdn. Bhd.',
    'Reconciliation statement, MYR',
    'Draft: the page of a closed month is in its pack',
    'Test mode: not real money',
    'Gateway clearing account, MYR (roll-forward, not reconciled to the ledger)',
    'Balance that the books should show',
    'Closing balance of the account',
    'Not set up:',
    'Explained: aida 1 item',
    'own error: Taken by <b>telephone</b>',
    'Prepared by Reviewed by',
    'Name Aida binti Rahman Name',
    'Configuration SHA-256',
  ])
    expect(text).toContain(part);
  expect(text).toMatch(/3 of 3 days reconciled; \d+ of \d+ controls made/);
  // the opening balance and the movements are the closing balance
  const amountAfter = (title: string) =>
    new RegExp(`^${title}(?: [^\\d\\n]*)? (−?[\\d,]+\\.\\d\\d)$`, 'm').exec(text)?.[1];
  expect(amountAfter('Closing balance per gateway')).toBe(amountAfter('Balance per gateway'));
});

test('By default it is beside the reports of the days', async () => {
  const { status, out } = await shop.tieout('statement', ...days, '--currency', 'MYR');
  expect(status).toBe(0);
  expect(out).toContain(join('reports', `${from}_${until}`, 'acme.to-sign', 'statement-MYR.pdf'));
});

test('What cannot be written is refused', async () => {
  const refused = async (code: string, ...args: string[]) => {
    const { status, err } = await shop.tieout('statement', ...args);
    expect(err).toContain(`error ${code}`);
    expect(status).toBe(2);
  };
  await refused('PERIOD_WRONG');
  await refused('PERIOD_WRONG', '2026-10', ...days);
  await refused('PERIOD_WRONG', '--from', from);
  await refused('MONTH_WRONG', '2026-13');
  await refused('PERIOD_NOT_RUN', '2020-01');
  await refused('OPTION_WRONG', ...days, '--currency', 'USD');
  await refused('COMPANY_UNKNOWN', ...days, '--company', 'other');
});

test('A letterhead that cannot be printed is refused before anything is written', async () => {
  shop.write('logo.txt', 'a logo');
  const picture = readFileSync(join(packageRoot, 'docs', 'pictures', 'page.png'));
  shop.write('cut.png', picture.subarray(0, 900));
  shop.write('cut.ttf', Buffer.from('\0\x01\0\0 not a font', 'latin1'));
  for (const [report, problem] of [
    [{ letterhead: { logo: 'logo.txt' } }, 'logo.txt of report.letterhead.logo is not a PNG or JPEG file'],
    [{ letterhead: { logo: 'none.png' } }, 'none.png of report.letterhead.logo cannot be read'],
    [{ letterhead: { logo: 'cut.png' } }, 'cut.png of report.letterhead.logo is damaged'],
    [{ fonts: ['cut.ttf'] }, 'cut.ttf of report.fonts is damaged'],
    [{ fonts: ['logo.txt'] }, 'logo.txt of report.fonts is not a font file'],
  ] as const)
    for (const command of [
      ['statement', ...days],
      ['close', from.slice(0, 7)],
    ]) {
      shop.configure({}, { report: { ...printed, ...report } });
      const { status, err } = await shop.tieout(...command);
      expect(err).toContain(`error LETTERHEAD_WRONG: ${problem}`);
      expect(status).toBe(2);
    }
});
