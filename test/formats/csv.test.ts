import fc from 'fast-check';
import iconv from 'iconv-lite';
import { describe, expect, test } from 'vitest';
import { openCsv } from '../../packages/files/src/csv/open-csv.ts';
import type { TableFile } from '../../packages/files/src/table/table-spec.ts';
import { givenFiles } from '../../packages/files/test/given/given-files.ts';
import { readRows } from '../../src/warehouse/duckdb-values.ts';
import { dropFileLines, readInBulk, readRowByRow } from '../../src/warehouse/load/raw-rows.ts';
import { givenRules } from '../given/rules.ts';
import { isWhole } from '../given/share.ts';

const acme = givenRules();
const columns = { key: ['key'], value: ['value'] };
const given = givenFiles({ title: 'file', columns, required: ['key', 'value'] }, 'file.csv');

// two unknown columns may have one name
const header = ['key', 'value', '2026', '2026'];

type Style = { delimiter: string; lineEnd: string; quotes: 'needed' | 'always'; isEnded: boolean; encoding: string };

/** Writes a table as the definition says: quotes where a cell needs them, or around every cell. */
function write(rows: readonly (readonly string[])[], { delimiter, lineEnd, quotes, isEnded, encoding }: Style): Buffer {
  const cell = (text: string) =>
    quotes === 'always' || text.startsWith('"') || [delimiter, '\n', '\r'].some((letter) => text.includes(letter))
      ? `"${text.replaceAll('"', '""')}"`
      : text;
  const text = rows.map((row) => row.map(cell).join(delimiter)).join(lineEnd) + (isEnded ? lineEnd : '');
  return iconv.encode(text, encoding, { addBOM: encoding.startsWith('utf-16') });
}

/** GB18030 shows itself by nothing. */
const declaredOf = ({ encoding }: Style) => (encoding === 'gb18030' ? { encoding } : {});

async function rowsOf(file: TableFile): Promise<unknown[]> {
  const opened = await openCsv(file);
  const rows: unknown[] = [];
  for await (const row of opened.rows()) rows.push('code' in row ? row : row.cells);
  await opened.close();
  return rows;
}

/** The lines that both ways of reading give; undefined for a file that is not read in bulk. */
async function written(file: TableFile, way: 'in bulk' | 'row by row'): Promise<unknown[] | undefined> {
  const { connection } = acme;
  const opened = await openCsv(file);
  const columns = ['key', 'value'];
  try {
    if (way === 'in bulk') {
      if ((await readInBulk(connection, 1, opened, file)) === undefined) return undefined;
    } else {
      await readRowByRow(connection, columns, 1, opened);
    }
    return await readRows(connection, 'from file_line order by line_no');
  } finally {
    await opened.close();
    await dropFileLines(connection);
  }
}

const letters = fc.oneof(
  fc.constantFrom('"', ',', ';', '\t', '|', ' ', "'", '=', '5" pipe', 'é', '李', '\u3000', '0'),
  fc.string({ unit: 'grapheme-ascii', maxLength: 3 }),
);
const cellText = (lineBreaks: string[]) =>
  fc.array(fc.oneof(letters, fc.constantFrom('x', ...lineBreaks)), { maxLength: 5 }).map((parts) => parts.join(''));

const style = fc.record({
  delimiter: fc.constantFrom(',', ';', '\t', '|'),
  lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
  quotes: fc.constantFrom<Style['quotes']>('needed', 'always'),
  isEnded: fc.boolean(),
  encoding: fc.constantFrom('utf-8', 'utf-16le', 'utf-16be', 'gb18030'),
});

/** A row that is not blank and not the header again. */
const row = (lineBreaks: string[]) =>
  fc
    .tuple(fc.stringMatching(/^k[a-z0-9]{0,3}$/), ...Array.from({ length: 3 }, () => cellText(lineBreaks)))
    .map((cells) => cells.map(String));

describe('A table that a correct writer wrote', () => {
  test('is read back exactly', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(row(['\n', '\r\n', '\r']), { maxLength: 6 }), style, async (rows, how) => {
        const trimmed = (cells: unknown) =>
          Array.isArray(cells) ? cells.map((cell) => String(cell).trimEnd()) : cells;
        // what is loaded of a cell has no spaces at its ends
        const read = await rowsOf(given(write([header, ...rows], how), declaredOf(how)));
        expect(read.map(trimmed)).toEqual(rows.map(trimmed));
      }),
      { numRuns: isWhole ? 150 : 30, seed: 1 },
    );
  });

  test('is loaded alike in bulk and row by row', async () => {
    const runs = isWhole ? 100 : 20;
    let inBulk = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(row([]), { minLength: 1, maxLength: 6 }), style, async (rows, how) => {
        const file = given(write([header, ...rows], how), declaredOf(how));
        const bulk = await written(file, 'in bulk');
        if (bulk === undefined) return;
        inBulk += 1;
        expect(bulk).toEqual(await written(file, 'row by row'));
        expect(bulk).toHaveLength(rows.length);
      }),
      { numRuns: runs, seed: 2 },
    );
    expect(inBulk).toBeGreaterThan(0.4 * runs);
  });
});

test('Bytes at random are read alike in both ways, or refused by name, and no line is lost', async () => {
  const noise = fc.constantFrom(
    ...['"', '"', ',', ',', '\n', '\n', '\r', '\r\n', 'a', 'b', ' ', 'é', '\0', '""', ',"', '",'],
  );
  await fc.assert(
    fc.asyncProperty(fc.array(noise, { maxLength: 40 }), async (parts) => {
      const text = parts.join('');
      const file = given(Buffer.from(`${header.join(',')}\nk1,v,w,x\n${text}`));
      let rows: unknown[];
      try {
        rows = await rowsOf(file);
      } catch (error) {
        expect(error).toMatchObject({ code: expect.stringMatching(/^FILE_/), place: { file: 'file.csv' } });
        return;
      }
      const bulk = await written(file, 'in bulk');
      if (bulk !== undefined) expect(bulk).toEqual(await written(file, 'row by row'));
      // without quotes every line with a cell that is not blank is a row, loaded or rejected
      if (text.includes('"')) return;
      const lines = text.split(/\r\n|\n|\r/).filter((line) => line.split(',').some((cell) => cell.trim() !== ''));
      expect(rows).toHaveLength(lines.length + 1);
    }),
    // the last cell of the example is surplus, blank and quoted: the database drops it without a word
    { numRuns: isWhole ? 150 : 30, seed: 3, examples: [[[',', ',', ',', 'a', ',"', '"']]] },
  );
});

test('A cell of more than 1 MiB refuses the file, quoted or not', async () => {
  const long = 'x'.repeat(1.2 * 2 ** 20);
  const top = `${header.join(',')}\nk1,v,w,x\n`;
  const quoted = `${top}k2,"${long}\n${long}\n`;
  await expect(rowsOf(given(Buffer.from(quoted)))).rejects.toMatchObject({
    code: 'FILE_QUOTE_STRAY',
    place: { line: 3 },
  });
  await expect(rowsOf(given(Buffer.from(`${top}k2,${long},y,z\n`)))).rejects.toMatchObject({
    code: 'FILE_NOT_A_TABLE',
    place: { line: 3 },
  });
});

test('A file that is larger than the blocks in which it is read keeps its rows and line numbers', async () => {
  const lines = Array.from({ length: 30_000 }, (_, at) => `k${at},"two\nlines ${'é'.repeat(at % 40)}",w,x`);
  const opened = await openCsv(given(Buffer.from(`${header.join(',')}\n${lines.join('\n')}\n`)));
  let count = 0;
  for await (const each of opened.rows()) {
    expect(each).toMatchObject({ line: 2 + 2 * count });
    count += 1;
  }
  expect(count).toBe(30_000);
});
