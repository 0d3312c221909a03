// Reads a workbook of 500,000 rows and 20 columns, once with inline and once with shared strings, and compares it with
// merely inflating the same sheet, and the memory with that for a tenth of the rows. Exits with 1 if a limit is
// exceeded. `npm run bench xlsx-read [ROWS]`.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openPromise } from 'yauzl';
import { measuredJob, median } from './measured-process.mjs';
import { check, inFolder, usedText } from './result.mjs';

const header = [
  ...['ID', 'Type', 'Reference Nr.', 'Description', 'Currency', 'Amount', 'Fee', 'Net Amount', 'Payment Method'],
  ...['Status', 'Created On', 'Paid On', 'Settled On', 'Client', 'Client Email', 'Related To', 'Product', 'Flow'],
  ...['Country', 'Note'],
];

/** An identifier as gateways give them: its digits do not repeat, so that the sheet packs as real ones do. */
function identifier(n) {
  let digits = '';
  let state = (n * 2654435761 + 12345) >>> 0;
  for (let part = 0; part < 4; part += 1) {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 3266489917) >>> 0;
    digits += state.toString(16).padStart(8, '0');
  }
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

function cellsOf(n) {
  const cents = 500 + ((Math.imul(n, 40503) >>> 3) % 90000);
  const at = new Date(Date.UTC(2026, 10, 2) + (n % 86400) * 1000);
  return [
    ...[identifier(n), n % 50 === 49 ? 'refund' : 'purchase', `INV-${n}`, 'Goods & services'],
    ...['MYR', cents / 100, 0.5, (cents - 50) / 100, 'fpx', 'paid'],
    ...[at, at, new Date(Date.UTC(2026, 10, 4)), `Name ${n % 5000}`, `c${n % 5000}@customer.example`],
    ...[n % 50 === 49 ? identifier(n - 1) : null, 'purchase', 'api', 'MY', `batch ${n % 100}`],
  ];
}

async function write(filename, count, useSharedStrings) {
  const { default: exceljs } = await import('exceljs');
  const workbook = new exceljs.stream.xlsx.WorkbookWriter({ filename, useSharedStrings });
  const sheet = workbook.addWorksheet('Lines');
  // a text of one part is written into its cell
  const inCell = (value) => (typeof value === 'string' && !useSharedStrings ? { richText: [{ text: value }] } : value);
  sheet.addRow(header.map(inCell)).commit();
  for (let n = 1; n <= count; n += 1) {
    sheet.addRow(cellsOf(n).map(inCell)).commit();
    // what was written is compressed before more is
    if (n % 1000 === 0) await new Promise(setImmediate);
  }
  sheet.commit();
  await workbook.commit();
}

/** Unpacks every part by the archive library's own stream, and does nothing with it. */
async function inflate(path) {
  const zip = await openPromise(path, { autoClose: false });
  let bytes = 0;
  for await (const entry of zip.eachEntry())
    for await (const chunk of await zip.openReadStreamPromise(entry)) bytes += chunk.length;
  zip.close();
  console.log(bytes);
}

async function read(path) {
  const { openFile } = await import('../../packages/files/dist/files.js');
  const { defaultTerms } = await import('../../packages/files/dist/files.js');
  const spec = {
    ...{ title: 'company statement', section: 'statement' },
    columns: Object.fromEntries(header.map((name, index) => [`c${index}`, [name.toLowerCase()]])),
    required: ['c0', 'c5'],
  };
  const opened = await openFile({ path, fileName: 'bench.xlsx', spec, reading: defaultTerms }, ['xlsx']);
  let rows = 0;
  for await (const _ of opened.rows()) rows += 1;
  await opened.close();
  console.log(rows);
}

const roles = {
  inline: (path, count) => write(path, count, false),
  shared: (path, count) => write(path, count, true),
  inflate,
  read,
};
const [, , role, path, given] = process.argv;

function bench(folder, count) {
  const measure = (which, file, rows = 0) => measuredJob(fileURLToPath(import.meta.url), folder, which, file, rows);
  const ofThree = (which, file) => median(3, () => measure(which, file));
  for (const kind of ['inline', 'shared']) {
    const file = join(folder, `${kind}.xlsx`);
    const small = join(folder, `${kind}-small.xlsx`);
    measure(kind, file, count);
    measure(kind, small, Math.ceil(count / 10));
    const floor = ofThree('inflate', file);
    const own = ofThree('read', file);
    if (Number(own.stdout) !== count) throw new Error(`${own.stdout} rows were read, ${count} written`);
    const megabytes = (bytes) => `${(Number(bytes) / 1e6).toFixed(0)} MB`;
    console.log(
      `xlsx-read: ${count.toLocaleString('en')} rows × ${header.length} columns, ${kind} strings, ${megabytes(statSync(file).size)}, ${megabytes(floor.stdout)} unpacked`,
    );
    console.log(`       inflated alone: ${usedText(floor)}`);
    console.log(`       read: ${usedText(own)}; a tenth of the rows: ${usedText(measure('read', small))}`);
    check(own.seconds <= 3 * floor.seconds, `${(own.seconds / floor.seconds).toFixed(2)} × of inflating; at most 3 ×`);
    const limit = kind === 'inline' ? 200 : 350;
    check(own.mib < limit, `peak ${own.mib} MiB; at most ${limit} MiB`);
  }
}

if (role !== undefined && role in roles) await roles[role](path, Number(given));
else inFolder((folder) => bench(folder, Number(role ?? 500_000)));
