import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { beforeAll, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { z } from 'zod';
import { startSandbox } from '../../sandbox/src/start.ts';
import { packageRoot } from '../../src/package-root.ts';
import { type Ran, tieout } from '../given/command.ts';
import { givenConfig } from '../given/sandbox-config.ts';
import { readPdf } from '../given/sign-off.ts';

/* The drafts of the pages that people sign: `tieout statement`. */

const until = Temporal.Now.plainDateISO('Asia/Kuala_Lumpur').subtract({ days: 1 });
const from = until.subtract({ days: 2 });
const days = ['--from', from.toString(), '--to', until.toString()];
let folder: string;
let path: string;
let plain: string;
let call: (...args: string[]) => Promise<Ran>;

/** Writes the configuration with a letterhead, and with other keys of the reports. */
function withReport(report: object): void {
  const letterhead = { lines: ['Acme Sdn. Bhd.', '快 Street'] };
  const content = { report: { letterhead, prepared_by: 'Aida binti Rahman', ...report } };
  writeFileSync(path, `${plain}${stringify(content)}`);
}

beforeAll(async () => {
  const sandbox = await startSandbox({ seed: 5, days: 3, until: until.toString(), breaks: 'none', ordersPerDay: 8 });
  try {
    const given = givenConfig(sandbox, { books: { orders: { file: 'orders.csv' } } });
    ({ folder, path } = given);
    plain = readFileSync(path, 'utf8');
    withReport({});
    call = (...args) => tieout(['-c', path, ...args], given.env, folder);
    const lines = sandbox.files().orders.split('\r\n');
    const lost = lines.find((line) => line.includes(`,${from}T`) && line.includes(',paid,'));
    writeFileSync(join(folder, 'orders.csv'), lines.filter((line) => line !== lost).join('\r\n'));
    await call('-q', 'run', ...days);
    const [broken] = z
      .array(z.looseObject({ break_id: z.string() }))
      .parse(JSON.parse((await call('-q', '--json', 'breaks')).out));
    const words = ['--reason', 'own_error', '--note', 'Taken by <b>telephone</b>', '--author', 'aida'];
    await call('-q', 'decide', 'explain', broken?.break_id ?? '', ...words);
    await call('-q', 'run', ...days);
  } finally {
    await sandbox.close();
  }
});

const answer = z.object({
  statements: z.array(z.object({ company: z.string(), currency: z.string(), file: z.string() })),
  errors: z.array(z.unknown()),
});

test('A page is written for each currency, with the figures, the decisions and the lines to sign', async () => {
  const { status, out, err } = await call('--json', 'statement', ...days, '--out', 'drafts');
  expect(status).toBe(0);
  // the warning names the characters of the letterhead that the shipped font lacks
  expect(err).toContain('statement-MYR.pdf shows squares, because no font has 快');
  const { statements, errors } = answer.parse(JSON.parse(out));
  expect(errors).toEqual([]);
  expect(statements).toEqual(
    ['MYR', 'SGD'].map((currency) => ({
      company: 'acme',
      currency,
      file: join(folder, 'drafts', `statement-${currency}.pdf`),
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
  const { status, out } = await call('-q', 'statement', ...days, '--currency', 'MYR');
  expect(status).toBe(0);
  expect(out).toContain(join('reports', `${from}_${until}`, 'acme.to-sign', 'statement-MYR.pdf'));
});

test('What cannot be written is refused', async () => {
  const refused = async (code: string, ...args: string[]) => {
    const { status, err } = await call('-q', 'statement', ...args);
    expect(err).toContain(`error ${code}`);
    expect(status).toBe(2);
  };
  await refused('PERIOD_WRONG');
  await refused('PERIOD_WRONG', '2026-10', ...days);
  await refused('PERIOD_WRONG', '--from', from.toString());
  await refused('MONTH_WRONG', '2026-13');
  await refused('PERIOD_NOT_RUN', '2020-01');
  await refused('OPTION_WRONG', ...days, '--currency', 'USD');
  await refused('COMPANY_UNKNOWN', ...days, '--company', 'other');
});

test('A letterhead that cannot be printed is refused before anything is written', async () => {
  writeFileSync(join(folder, 'logo.txt'), 'a logo');
  writeFileSync(
    join(folder, 'cut.png'),
    readFileSync(join(packageRoot, 'docs', 'pictures', 'page.png')).subarray(0, 900),
  );
  writeFileSync(join(folder, 'cut.ttf'), Buffer.from('\0\x01\0\0 not a font', 'latin1'));
  for (const [report, problem] of [
    [{ letterhead: { logo: 'logo.txt' } }, 'logo.txt of report.letterhead.logo is not a PNG or JPEG file'],
    [{ letterhead: { logo: 'none.png' } }, 'none.png of report.letterhead.logo cannot be read'],
    [{ letterhead: { logo: 'cut.png' } }, 'cut.png of report.letterhead.logo is damaged'],
    [{ fonts: ['cut.ttf'] }, 'cut.ttf of report.fonts is damaged'],
    [{ fonts: ['logo.txt'] }, 'logo.txt of report.fonts is not a font file'],
  ] as const)
    for (const command of [
      ['statement', ...days],
      ['close', from.toPlainYearMonth().toString()],
    ]) {
      withReport(report);
      const { status, err } = await call('-q', ...command);
      expect(err).toContain(`error LETTERHEAD_WRONG: ${problem}`);
      expect(status).toBe(2);
    }
});
