import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { constants, crc32, deflateRawSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { archiveOf, rowXml, workbookParts } from '../given/workbook-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'tieout-memory-'));
afterAll(() => rmSync(folder, { recursive: true }));

const start = `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rowXml(['Order', 'Amount'], 1)}`;
const end = '</sheetData></worksheet>';
/** Rows without numbers, which count on: the same bytes can be repeated. */
const block = '<row><c t="inlineStr"><is><t>SO-1</t></is></c><c><v>1.5</v></c></row>'.repeat(16_384);
const blockRows = 16_384;
const packedBlock = deflateRawSync(block, { level: 9, finishFlush: constants.Z_FULL_FLUSH });

/** A workbook with one sheet of repeated rows, packed block by block. */
function repeated(blocks: number, states: { size?: number } = {}): Buffer {
  const flush = { finishFlush: constants.Z_FULL_FLUSH };
  const packed = [deflateRawSync(start, flush)];
  let checksum = crc32(start);
  for (let count = 0; count < blocks; count += 1) {
    packed.push(packedBlock);
    checksum = crc32(block, checksum);
  }
  packed.push(deflateRawSync(end));
  const size = start.length + blocks * block.length + end.length;
  return archiveOf({
    ...workbookParts({ sheets: [{ name: 'Orders', xml: '' }] }),
    'xl/worksheets/sheet1.xml': {
      content: Buffer.concat(packed),
      states: { crc: crc32(end, checksum), size: states.size ?? size, isDeflated: true },
    },
  });
}

const script = `
const [, path, limits] = process.argv;
const { defaultTerms, openFile } = await import(${JSON.stringify(new URL('../../dist/files.js', import.meta.url).href)});
const spec = { title: 'order file', section: 'books.orders', required: ['order'], columns: { order: ['order'], amount: ['amount'] } };
const reading = { ...defaultTerms, limits: { ...defaultTerms.limits, ...JSON.parse(limits) } };
let rows = 0;
let code = null;
try {
  const opened = await openFile({ path, fileName: 'given.xlsx', spec, reading }, ['xlsx']);
  for await (const row of opened.rows()) rows += 'code' in row ? 0 : 1;
} catch (error) {
  code = error.code ?? String(error);
}
console.log(JSON.stringify({ rows, code, peakMiB: process.resourceUsage().maxRSS / 1024 }));
`;

/** Reads a workbook in a process of its own. */
function read(name: string, content: Buffer, limits: object = {}): { rows: number; code: string; peakMiB: number } {
  const path = join(folder, name);
  writeFileSync(path, content);
  const child = spawnSync(process.execPath, ['--input-type=module', '-e', script, path, JSON.stringify(limits)], {
    encoding: 'utf8',
  });
  expect(child.stderr).toBe('');
  return JSON.parse(child.stdout);
}

const blocksOf600MB = Math.ceil(600e6 / block.length);

test('A workbook of less than 3 MB that unpacks to 600 MB is refused before anything of it is unpacked', () => {
  const content = repeated(blocksOf600MB);
  expect(content.length).toBeLessThan(3e6);
  const { rows, code, peakMiB } = read('large.xlsx', content);
  expect({ rows, code }).toEqual({ rows: 0, code: 'FILE_TOO_LARGE' });
  expect(peakMiB).toBeLessThan(150);
});

test('One that states a smaller size is refused once more is unpacked', () => {
  const { code, peakMiB } = read('untrue.xlsx', repeated(blocksOf600MB, { size: 10e6 }));
  expect(code).toBe('FILE_DAMAGED');
  expect(peakMiB).toBeLessThan(200);
});

test('Where the limit is raised, it is read in the same memory', () => {
  const { rows, code, peakMiB } = read('allowed.xlsx', repeated(blocksOf600MB), { highestRatio: 10_000 });
  expect({ rows, code }).toEqual({ rows: blocksOf600MB * blockRows, code: null });
  expect(peakMiB).toBeLessThan(250);
});

test('A sheet of 1,048,576 blank rows with formats is read in the same memory', () => {
  const pieces = [start, rowXml(['SO-1', 5], 2)];
  for (let row = 3; row <= 1_048_576; row += 1) {
    const cells = ['A', 'B', 'C'].map((column) => `<c r="${column}${row}" s="1"/>`).join('');
    pieces.push(`<row r="${row}" spans="1:3" s="1" customFormat="1">${cells}</row>`);
  }
  pieces.push(end);
  const content = archiveOf({
    ...workbookParts({ sheets: [{ name: 'Orders', xml: '' }], formats: [0, 4] }),
    'xl/worksheets/sheet1.xml': { content: pieces.join(''), isPacked: true },
  });
  const { rows, code, peakMiB } = read('blank.xlsx', content);
  expect({ rows, code }).toEqual({ rows: 1, code: null });
  expect(peakMiB).toBeLessThan(300);
});
