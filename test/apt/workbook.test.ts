import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readRows } from '../../src/warehouse/border.ts';
import { openSnapshot } from '../../src/warehouse/open.ts';
import { givenMonthReport } from '../given/month-report.ts';

test('LibreOffice opens the workbook, recalculates the front sheet, and comes to the totals of the database', async () => {
  const { report, snapshot } = await givenMonthReport();
  const folder = mkdtempSync(join(tmpdir(), 'tieout-office-'));
  // the results that were written beside the formulas are taken out: what comes back is LibreOffice's own arithmetic
  const { default: exceljs } = await import('exceljs');
  const bare = new exceljs.Workbook();
  await bare.xlsx.readFile(report.workbook);
  bare.getWorksheet('Front')?.eachRow((row) => {
    const cell = row.getCell(3);
    if (typeof cell.value === 'object' && cell.value !== null && 'formula' in cell.value)
      cell.value = { formula: cell.value.formula };
  });
  await bare.xlsx.writeFile(join(folder, 'bare.xlsx'));
  for (const [from, into] of [
    [join(folder, 'bare.xlsx'), 'recalculated'],
    [report.workbook, 'opened'],
  ] as const) {
    execFileSync(
      'libreoffice',
      [
        '--headless',
        `-env:UserInstallation=file://${folder}/profile`,
        '--convert-to',
        'xlsx:Calc MS Excel 2007 XML',
        '--outdir',
        join(folder, into),
        from,
      ],
      { stdio: 'ignore', timeout: 150_000 },
    );
  }
  const opened = new exceljs.Workbook();
  await opened.xlsx.readFile(join(folder, 'opened', 'acme.xlsx'));
  expect(opened.worksheets.length).toBe(bare.worksheets.length);
  const workbook = new exceljs.Workbook();
  await workbook.xlsx.readFile(join(folder, 'recalculated', 'bare.xlsx'));
  const figures: Record<string, Record<string, number>> = {};
  let group = '';
  workbook.getWorksheet('Front')?.eachRow((row) => {
    const title = String(row.getCell(1).value ?? '');
    const value = row.getCell(3).value;
    if (value === null) group = title;
    // a result of zero is read back as none
    else if (typeof value === 'object' && 'formula' in value) {
      figures[group] = { ...figures[group], [title]: Number(value.result ?? 0) };
    }
  });
  const warehouse = await openSnapshot(snapshot);
  const totals = await readRows(
    warehouse.connection,
    `select reconciliation_title || ', ' || subject || ', ' || measure || ' (' || currency || ')' as name, title, sum(amount) as amount
     from mart.bridge_line group by all order by all`,
  );
  warehouse.close();
  expect(totals.length).toBeGreaterThan(50);
  for (const { name, title, amount } of totals) {
    expect(figures[String(name)]?.[String(title)], `${name}: ${title}`).toBeCloseTo(Number(amount), 4);
  }
});
