import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { english } from '../../src/messages/words.ts';
import { beginCsv } from '../../src/report/csv.ts';
import type { Column } from '../../src/report/definition.ts';
import { sectionsHtml } from '../../src/report/page/rows.ts';
import { cellsOf, workbookLimits } from '../../src/report/workbook/cells.ts';
import { createStyles } from '../../src/report/xlsx/styles.ts';

const column: Column = {
  ...{ field: 'rate', title: 'Rate (%)', format: 'percent', width: 12 },
  ...{ total: false, hidden: false },
};
const section = {
  ...{ name: 'rates', title: 'Rates', about: 'Rates.', view: 'own.rate', order: ['rate'] },
  ...{ columns: [column], least_days: 1, optional: false },
};
const scope = { company: 'acme', zone: 'UTC', from: '2026-11-01', to: '2026-11-02' };
const rates = ['2.5000', '-10.0', '0.2583'].map((rate) => ({ rate }));

test('A percentage is a number in the workbook, in per cent', () => {
  const options = {
    scope,
    isPersonalShown: true,
    isTest: false,
    titles: new Map(),
    reasons: [],
    limits: workbookLimits,
  };
  const styles = createStyles();
  const cell = cellsOf(column, styles, options);
  expect(rates.map(cell)).toMatchObject([
    { kind: 'number', text: '2.5000' },
    { kind: 'number', text: '-10.0' },
    { kind: 'number', text: '0.2583' },
  ]);
  expect(styles.xml()).toContain('formatCode="0.0###;[Red]-0.0###"');
});

test.each(['percent', 'count', 'money'] as const)(
  'A text in a column of format %s is a text in the workbook',
  (format) => {
    const options = {
      scope,
      isPersonalShown: true,
      isTest: false,
      titles: new Map(),
      reasons: [],
      limits: workbookLimits,
    };
    const cell = cellsOf({ ...column, format }, createStyles(), options);
    expect(cell({ rate: '=1+1' })).toMatchObject({ kind: 'text', text: "'=1+1" });
  },
);

test('A CSV file has a percentage with the decimal mark of the file', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'tieout-rates-')), 'rates.csv');
  const options = { scope, isPersonalShown: true, delimiter: ';', decimalMark: ',', hasByteOrderMark: false } as const;
  const file = await beginCsv(section, path, options);
  await file.write(rates);
  await file.close();
  expect(readFileSync(path, 'utf8')).toBe('Rate (%)\r\n2,5000\r\n-10,0\r\n0,2583\r\n');
});

test('The page aligns percentages as figures and sorts them by their value', async () => {
  const table = {
    ...{ section, file: 'rates.csv', count: 3 },
    rows: async function* () {
      yield rates;
    },
    copy: async () => {},
    types: async () => new Map(),
    summarised: async () => [],
  };
  const html = await sectionsHtml([table], { scope, isPersonalShown: true, words: english(), titles: new Map() });
  const cells = [...html.matchAll(/<td class="num" data-sort="([^"]*)">([^<]*)</g)];
  expect(cells.map(([, value, text]) => [value, text])).toEqual([
    ['2.5000', '2.5'],
    ['-10.0', '−10.0'],
    ['0.2583', '0.2583'],
  ]);
});
