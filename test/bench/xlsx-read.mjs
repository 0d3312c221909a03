// Reads a workbook of 500,000 rows and 20 columns, once with inline and once with shared strings, and compares it with
// merely inflating the same sheet, and the memory with that for a tenth of the rows. Exits with 1 if a limit is
// exceeded. `npm run bench xlsx-read [ROWS]`.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openPromise } from 'yauzl';
import { measuring, runJob, withLimits } from './jobs.mjs';

const header = [
  ...['ID', 'Type', 'Reference Nr.', 'Description', 'Currency', 'Amount', 'Fee', 'Net Amount', 'Payment Method'],
  ...['Status', 'Created On', 'Paid On', 'Settled On', 'Client', 'Client Email', 'Related To', 'Product', 'Flow'],
  ...['Country', 'Note'],
];
const columns = header.map((_, index) => String.fromCharCode(65 + index));

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

/** The cells of a row: text, numbers as { n }, days as { d }. */
function cellsOf(n) {
  const cents = 500 + ((Math.imul(n, 40503) >>> 3) % 90000);
  const at = (46328 + (n % 86400) / 86400).toFixed(9);
  return [
    ...[identifier(n), n % 50 === 49 ? 'refund' : 'purchase', `INV-${n}`, 'Goods &amp; services'],
    ...['MYR', { n: (cents / 100).toFixed(2) }, { n: '0.5' }, { n: (cents / 100 - 0.5).toFixed(2) }, 'fpx', 'paid'],
    ...[{ d: at }, { d: at }, { d: '46330' }, `Name ${n % 5000}`, `c${n % 5000}@customer.example`],
    ...[n % 50 === 49 ? identifier(n - 1) : '', 'purchase', 'api', 'MY', `batch ${n % 100}`],
  ];
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const rels = 'http://schemas.openxmlformats.org/package/2006/relationships';
const smallParts = {
  '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
  '_rels/.rels': `<Relationships xmlns="${rels}"><Relationship Id="r" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Lines" sheetId="1" r:id="r1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${rels}"><Relationship Id="r1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="${office}/styles" Target="styles.xml"/><Relationship Id="r3" Type="${office}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
  'xl/styles.xml': `<styleSheet xmlns="${main}"><cellXfs><xf numFmtId="0"/><xf numFmtId="22"/><xf numFmtId="4"/></cellXfs></styleSheet>`,
};

async function write(path, count, isShared) {
  const { createZip } = await import('../../build/report/xlsx/zip-file.js');
  const zip = await createZip(path);
  const strings = new Map();
  const text = (value) => {
    if (!isShared) return (name) => `<c r="${name}" t="inlineStr"><is><t>${value}</t></is></c>`;
    let index = strings.get(value);
    if (index === undefined) {
      index = strings.size;
      strings.set(value, index);
    }
    return (name) => `<c r="${name}" t="s"><v>${index}</v></c>`;
  };
  const cell = (value, name) => {
    if (value === '') return '';
    if (typeof value === 'string') return text(value)(name);
    return value.d === undefined
      ? `<c r="${name}" s="2"><v>${value.n}</v></c>`
      : `<c r="${name}" s="1"><v>${value.d}</v></c>`;
  };
  for (const [name, content] of Object.entries(smallParts)) {
    const entry = await zip.entry(name);
    await entry.write(content);
    await entry.end();
  }
  const sheet = await zip.entry('xl/worksheets/sheet1.xml');
  let xml = `<worksheet xmlns="${main}"><sheetData>`;
  for (let n = 0; n <= count; n += 1) {
    const row = n + 1;
    const cells = n === 0 ? header : cellsOf(n);
    xml += `<row r="${row}">${cells.map((value, index) => cell(value, `${columns[index]}${row}`)).join('')}</row>`;
    if (xml.length > 1e6) {
      await sheet.write(xml);
      xml = '';
    }
  }
  await sheet.write(`${xml}</sheetData></worksheet>`);
  await sheet.end();
  const list = await zip.entry('xl/sharedStrings.xml');
  await list.write(`<sst xmlns="${main}">`);
  let items = '';
  for (const value of strings.keys()) {
    items += `<si><t>${value}</t></si>`;
    if (items.length > 1e6) {
      await list.write(items);
      items = '';
    }
  }
  await list.write(`${items}</sst>`);
  await list.end();
  await zip.close();
}

/** What is measured begins when a job says so, not with loading the program. */
let used = measuring();

/** Unpacks every part by the archive library's own stream, and does nothing with it. */
async function inflate(path) {
  used = measuring();
  const zip = await openPromise(path, { autoClose: false });
  let bytes = 0;
  for await (const entry of zip.eachEntry())
    for await (const chunk of await zip.openReadStreamPromise(entry)) bytes += chunk.length;
  zip.close();
  return { bytes };
}

async function read(path) {
  const { openFile } = await import('../../build/formats/open-file.js');
  const { defaultReading } = await import('../../build/domain/reading.js');
  used = measuring();
  const spec = {
    ...{ title: 'company statement', section: 'statement' },
    columns: Object.fromEntries(header.map((name, index) => [`c${index}`, [name.toLowerCase()]])),
    required: ['c0', 'c5'],
  };
  const opened = await openFile({ path, fileName: 'bench.xlsx', spec, reading: defaultReading }, ['xlsx']);
  let rows = 0;
  let last;
  for await (const row of opened.rows()) {
    rows += 1;
    last = row;
  }
  await opened.close();
  return { rows, last: last.cells.join('|') };
}

const roles = {
  inline: (path, count) => write(path, count, false),
  shared: (path, count) => write(path, count, true),
  inflate,
  read,
};
const [, , role, path, given] = process.argv;

const measure = (which, file, count = 0) => runJob(fileURLToPath(import.meta.url), which, file, count);

function bench(count) {
  const said = ({ seconds, busy, peak }) =>
    `${seconds.toFixed(2)} s (${busy.toFixed(2)} s of processor), peak ${Math.round(peak / 2 ** 20)} MiB`;
  withLimits((folder, check) => {
    for (const kind of ['inline', 'shared']) {
      const file = join(folder, `${kind}.xlsx`);
      const small = join(folder, `${kind}-small.xlsx`);
      measure(kind, file, count);
      measure(kind, small, Math.ceil(count / 10));
      // of three runs the fastest counts: other work on the machine only ever adds time
      const best = (which, name) =>
        [1, 2, 3].map(() => measure(which, name)).sort((one, other) => one.busy - other.busy)[0];
      const floor = best('inflate', file);
      const own = best('read', file);
      const ofSmall = measure('read', small);
      if (own.rows !== count) throw new Error(`${own.rows} rows were read, ${count} written`);
      console.log(
        `xlsx-read: ${count.toLocaleString('en')} rows × ${header.length} columns, ${kind} strings, ${(statSync(file).size / 1e6).toFixed(0)} MB, ${(floor.bytes / 1e6).toFixed(0)} MB unpacked`,
      );
      console.log(`       inflated alone: ${said(floor)}`);
      console.log(`       read: ${said(own)}; a tenth of the rows: ${said(ofSmall)}`);
      check(own.busy <= 3 * floor.busy, `${(own.busy / floor.busy).toFixed(2)} × of inflating; at most 3 ×`);
      const limit = kind === 'inline' ? 200 : 350;
      check(own.peak < limit * 2 ** 20, `peak ${Math.round(own.peak / 2 ** 20)} MiB; at most ${limit} MiB`);
    }
  });
}

if (role !== undefined && role in roles) {
  const result = await roles[role](path, Number(given));
  console.log(JSON.stringify({ ...result, ...used() }));
} else bench(Number(role ?? 500_000));
