import { beforeAll, expect, test } from 'vitest';
import { givenChangedDay } from '../given/changed-warehouse.ts';
import { reportOf } from '../given/hostile-report.ts';
import { givenMonthReport } from '../given/month-report.ts';
import { readWorkbook } from '../given/read-workbook.ts';
import { unpackedBytes } from '../given/unpacked.ts';

/** The workbook of two days in two currencies. */
let workbook: string;
beforeAll(async () => {
  const { report } = await givenMonthReport(2, 12);
  workbook = report.workbook;
});

test('It shows each currency with its own decimals, in the rows and under Control totals', async () => {
  const many = ['JPY', 'KWD'].flatMap((currency) => [
    `insert into recon.item by name (select * replace ('${currency}' as currency, item_key || '${currency}' as item_key, md5('${currency}' || item_key) as break_id,
       1234 as left_amount, null as right_amount, -1234 as right_minus_left) from recon.item where currency = 'MYR' and outcome = 'orphan_refund')`,
    `insert into recon.bridge_line by name (select * replace ('${currency}' as currency) from recon.bridge_line where currency = 'MYR')`,
  ]);
  const workbookOfMany = await readWorkbook((await reportOf(await givenChangedDay(many))).workbook);
  const formats = (name: string, currencyAt: number, figureAt: number) => {
    const found = new Map<string, Set<string>>();
    workbookOfMany.getWorksheet(name)?.eachRow((row) => {
      const [currency, figure] = [String(row.getCell(currencyAt).value), row.getCell(figureAt)];
      if (!/^[A-Z]{3}$/.test(currency) || figure.value === null) return;
      found.set(currency, (found.get(currency) ?? new Set()).add(figure.numFmt));
    });
    return Object.fromEntries([...found].map(([currency, all]) => [currency, [...all].sort()]));
  };
  const format = (places: string) => `#,##0${places};[Red]-#,##0${places};0${places}`;
  const [two, none, three] = [format('.00'), format(''), format('.000')];
  expect(formats('Unmatched', 3, 6)).toEqual({ MYR: [two], JPY: [none], KWD: [three] });
  const counted = { MYR: ['#,##0', two], JPY: ['#,##0', none], KWD: ['#,##0', three] };
  expect(formats('Control totals', 2, 3)).toEqual(counted);
  expect(formats('Summary', 2, 3)).toEqual(counted);
});

test('Each currency of its statements begins a printed page', async () => {
  const rows = await readWorkbook(workbook);
  const titles: number[] = [];
  rows.getWorksheet('Summary')?.eachRow((row, at) => {
    const title = String(row.getCell(1).value);
    if (title.startsWith('Gateway clearing account') || title === 'Unexplained differences by control') titles.push(at);
  });
  expect(titles.length).toBe(3);
  const sheet = unpackedBytes(workbook).toString('utf8');
  const breaks = [...sheet.matchAll(/<brk id="(\d+)"/g)].map(([, row]) => Number(row) + 1);
  expect(breaks).toEqual(titles);
});

test('Its formulas name only ranges that it defines, and sum what stands from its list alone', async () => {
  const written = await readWorkbook(workbook);
  const used = new Set<string>();
  written.eachSheet((sheet) =>
    sheet.eachRow((row) =>
      row.eachCell(({ formula }) => {
        // without its texts and sheets, what is in lower case in a formula is the name of a range
        const names = formula?.replaceAll(/"[^"]*"|'[^']*'!/g, '').match(/\b[a-z]\w*_\w+/g) ?? [];
        for (const name of names) used.add(name);
      }),
    ),
  );
  expect([...used].filter((name) => written.definedNames.getRanges(name).ranges.length === 0)).toEqual([]);
  expect(used).toContain('composition_amount');
  expect([...used].filter((name) => name.endsWith('_right_amount') || name.endsWith('_right_minus_left'))).toEqual([]);
});
