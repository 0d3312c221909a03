import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Rates } from '../../src/report/page/causes.ts';
import { writeReports } from '../../src/report/write-reports.ts';
import { publishSnapshot } from '../../src/warehouse/publish.ts';
import { reportOptions } from '../given/hostile-report.ts';
import { figuresOf, readWorkbook, rowsOf } from '../given/read-workbook.ts';
import { days, givenRules } from '../given/rules.ts';

const folder = mkdtempSync(join(tmpdir(), 'tieout-unexplained-'));
const snapshot = join(folder, 'published.duckdb');
const header = 'ID,Type,Reference Nr.,Currency,Amount,Fee,Payment Method,Status,Paid On';

const acme = givenRules({ currencies: ['MYR', 'KWD'], hasPayout: false }, async () => {
  // turnover is 100 above the statement on the 2nd and 100 below it on the 3rd
  await load(2, 'MYR', [400, 20], 520, 2);
  await load(3, 'MYR', [300, 20], 220, 2);
  await load(2, 'KWD', [50], 59, 3);
  await load(3, 'KWD', [50], 50, 3);
  await acme.reconcile('2026-11-02', '2026-11-04');
  await publishSnapshot(acme.warehouse, snapshot);
});

async function load(day: number, currency: string, amounts: readonly number[], turnover: number, exponent: number) {
  const window = { ...days(`2026-11-0${day}`), currency, received_at: '2026-11-05T00:10:00.000Z' };
  const lines = amounts.map(
    (amount, at) =>
      `${currency}${day}${at},purchase,,${currency},${amount.toFixed(exponent)},0,fpx,paid,2026-11-0${day} 09:0${at}:00`,
  );
  const incoming = { turnover: turnover * 10 ** exponent, fee_sell: 0, count: { all: amounts.length } };
  const outgoing = { turnover: 0, fee_sell: 0, count: { all: 0 } };
  await acme.receive([header, ...lines, ''].join('\n'), { kind: 'statement', ...window });
  await acme.receive(JSON.stringify({ incoming, outgoing }), { kind: 'turnover', ...window });
}

async function report(from: string, to: string, rates?: Rates) {
  const scope = { company: 'acme', zone: 'Asia/Kuala_Lumpur', from, to };
  const name = `${from}${rates === undefined ? '' : '-rated'}`;
  const written = await writeReports(snapshot, scope, join(folder, `${name}-${to}`, 'acme'), {
    ...reportOptions,
    ...(rates === undefined ? {} : { rates }),
  });
  const page = readFileSync(written.page, 'utf8');
  const text = (html: string) => html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
  const summary = page.match(/<table class="summary">.*?<\/table>/s)?.[0] ?? '';
  const unexplained = [...summary.matchAll(/data-label="Unexplained difference">(.*?)<\/td>/g)].map(([, cell = '']) =>
    text(cell).trim(),
  );
  const verdicts: {
    currency: string;
    unexplained_debit: string;
    unexplained_credit: string;
    unexplained_net: string;
  }[] = JSON.parse(readFileSync(join(written.folder, 'verdicts.json'), 'utf8')).verdicts;
  const workbook = await readWorkbook(written.workbook);
  return {
    unexplained,
    verdicts: verdicts.map((row) => [row.currency, row.unexplained_debit, row.unexplained_credit, row.unexplained_net]),
    sheet: rowsOf(workbook.getWorksheet('Verdicts')).map((row) =>
      ['Currency', 'Unexplained debit', 'Unexplained credit', 'Unexplained net'].map((title) => row[title]),
    ),
    front: figuresOf(workbook.worksheets[0])['Unexplained by cause'],
    ages: text(page.match(/<section id="ages">.*?<\/section>/s)?.[0] ?? ''),
    ranked: [...page.matchAll(/<b class="money">(\w+) (.*?)<\/b>/g)].map(([, currency, cell = '']) =>
      `${currency} ${text(cell)}`.trim(),
    ),
  };
}

test('Page, workbook and verdicts.json of a day and of a period give the same unexplained amounts', async () => {
  const first = await report('2026-11-02', '2026-11-03');
  const second = await report('2026-11-03', '2026-11-04');
  const both = await report('2026-11-02', '2026-11-04');
  expect(first.verdicts).toEqual([
    ['KWD', '9.0000', '0.0000', '9.0000'],
    ['MYR', '100.0000', '0.0000', '100.0000'],
  ]);
  expect(second.verdicts).toEqual([
    ['KWD', '0.0000', '0.0000', '0.0000'],
    ['MYR', '0.0000', '100.0000', '-100.0000'],
  ]);
  expect(both.verdicts).toEqual([...first.verdicts, ...second.verdicts]);
  expect(first.sheet).toEqual([
    ['KWD', 9, 0, 9],
    ['MYR', 100, 0, 100],
  ]);
  expect(both.sheet).toEqual([...first.sheet, ...second.sheet]);
  // the period's page and front sheet keep both sides of a net amount of zero
  expect([first.unexplained, second.unexplained, both.unexplained]).toEqual([
    ['9.000', '100.00'],
    ['0.000', '−100.00'],
    ['9.000', '100.00 / −100.00'],
  ]);
  expect(both.front).toEqual({
    'KWD: debit': 9,
    'KWD: credit': 0,
    'KWD: net': 9,
    'MYR: debit': 100,
    'MYR: credit': 100,
    'MYR: net': 0,
  });
  expect(both.ages).toContain('100.00 / −100.00');
});

test('Findings are ranked by a declared rate, and by currency without one', async () => {
  const apart = await report('2026-11-02', '2026-11-03');
  expect(apart.ranked).toEqual(['KWD 9.000', 'MYR 100.00']);
  const low = await report('2026-11-02', '2026-11-03', { currency: 'MYR', rates: { KWD: '2.5' } });
  expect(low.ranked).toEqual(['MYR 100.00', 'KWD 9.000']);
});
