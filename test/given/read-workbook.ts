import type { Cell, CellValue, Workbook, Worksheet } from 'exceljs';

export async function readWorkbook(path: string): Promise<Workbook> {
  const { default: exceljs } = await import('exceljs');
  const workbook = new exceljs.Workbook();
  await workbook.xlsx.readFile(path);
  return workbook;
}

/** The value of a cell; for a formula its result (exceljs returns no result for zero). */
export function contentOf({ value }: Cell): CellValue {
  return typeof value === 'object' && value !== null && 'formula' in value ? (value.result ?? 0) : value;
}

/** A sheet's rows below its headings, by heading. */
export function rowsOf(sheet: Worksheet | undefined, headerRow = 4): Record<string, CellValue>[] {
  const titles: string[] = [];
  sheet?.getRow(headerRow).eachCell((cell, column) => {
    titles[column] = String(cell.value);
  });
  const rows: Record<string, CellValue>[] = [];
  sheet?.eachRow((row, at) => {
    if (at <= headerRow) return;
    const values: Record<string, CellValue> = {};
    titles.forEach((title, column) => {
      values[title] = contentOf(row.getCell(column));
    });
    rows.push(values);
  });
  return rows;
}

/** The figures of a sheet that is read from top to bottom: by heading, then by title. */
export function figuresOf(sheet: Worksheet | undefined): Record<string, Record<string, unknown>> {
  const figures: Record<string, Record<string, unknown>> = {};
  let heading = '';
  sheet?.eachRow((row) => {
    const title = String(row.getCell(1).value ?? '');
    const figure = contentOf(row.getCell(3));
    if (figure === null) heading = row.getCell(1).font?.bold ? title : heading;
    else figures[heading] = { ...figures[heading], [title]: figure };
  });
  return figures;
}
