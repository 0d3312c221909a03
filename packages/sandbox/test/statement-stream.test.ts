import { Readable } from 'node:stream';
import exceljs from 'exceljs';
import { describe, expect, it } from 'vitest';
import { csvStream, exceljsWorkbook, statementCells } from '../src/gateway/statement-file.ts';

/** So many rows, and how many of them were taken so far. */
function countedRows(count: number) {
  const taken = { count: 0 };
  function* rows() {
    for (let n = 0; n < count; n += 1) {
      taken.count += 1;
      yield [`id-${n}`, '12.50', 'x'.repeat(80)];
    }
  }
  return { taken, rows: rows() };
}
const aWhile = () => new Promise((resolve) => setTimeout(resolve, 150));

/** The count when it has come to rest, however busy the machine; the count at once where it goes on beyond `most`. */
async function atRest(taken: { count: number }, most: number): Promise<number> {
  let before = -1;
  while (taken.count !== before && taken.count < most) {
    before = taken.count;
    await aWhile();
  }
  return taken.count;
}

describe('a statement of any length', () => {
  it.each([
    ['csv', async (rows: Iterable<string[]>) => csvStream(rows)],
    ['xlsx', (rows: Iterable<string[]>) => exceljsWorkbook(statementCells(rows))],
  ] as const)('as %s waits for its reader, row by row', async (_format, open) => {
    const { taken, rows } = countedRows(1_000_000);
    const stream = await open(rows);
    const reader = stream[Symbol.asyncIterator]();
    await reader.next();
    // what is not read is not made: a few buffers' worth (packed, they hold a hundred thousand of these), and no more with time
    expect(await atRest(taken, 400_000)).toBeLessThan(400_000);
    await reader.next();
    stream.destroy();
    expect(await atRest(taken, 600_000)).toBeLessThan(600_000);
  });

  it('as xlsx has every row, with numeric amounts', async () => {
    const { rows } = countedRows(1_200);
    const workbook = new exceljs.Workbook();
    await workbook.xlsx.read(Readable.from(await exceljsWorkbook(statementCells(rows))));
    const sheet = workbook.getWorksheet('Statement');
    expect(sheet?.rowCount).toBe(1_200);
    expect(sheet?.getRow(1_200).values).toEqual([undefined, 'id-1199', 12.5, 'x'.repeat(80)]);
  });
});
