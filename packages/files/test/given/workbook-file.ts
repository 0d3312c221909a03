import { crc32, deflateRawSync } from 'node:zlib';

/** A part of a hand-made workbook, and what is wrong with how it is packed. */
export type GivenPart = {
  content: string | Buffer;
  isPacked?: boolean;
  /** What the archive states, where it is not the truth. */
  states?: { crc?: number; size?: number; isDeflated?: boolean };
  isEncrypted?: boolean;
};

export type GivenParts = Readonly<Record<string, string | Buffer | GivenPart>>;

/** A ZIP archive. Parts are stored unless they are to be packed, so that each rebuilding gives the same bytes. */
export function archiveOf(parts: GivenParts): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let position = 0;
  for (const [path, given] of Object.entries(parts)) {
    const part: GivenPart = typeof given === 'string' || Buffer.isBuffer(given) ? { content: given } : given;
    const content = Buffer.from(part.content);
    const data = part.isPacked === true ? deflateRawSync(content) : content;
    const name = Buffer.from(path);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(0x0800 | (part.isEncrypted === true ? 1 : 0), 2);
    facts.writeUInt16LE(part.isPacked === true || part.states?.isDeflated === true ? 8 : 0, 4);
    // 1 January 1980
    facts.writeUInt16LE(0x21, 8);
    facts.writeUInt32LE(part.states?.crc ?? crc32(content), 10);
    facts.writeUInt32LE(data.length, 14);
    facts.writeUInt32LE(part.states?.size ?? content.length, 18);
    facts.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), facts, name, data]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(position, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), facts, rest, name]));
    files.push(local);
    position += local.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(directory.length, 8);
  end.writeUInt16LE(directory.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(position, 16);
  return Buffer.concat([...files, listed, end]);
}

export const mainNamespace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageNamespace = 'http://schemas.openxmlformats.org/package/2006';
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

export const escapedXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** A cell: text becomes an inline string, a number or a bigint a number as written, XML is taken as it is. */
export type GivenCell = string | number | null | { xml: string } | { n: string; s?: number };

export const letters = (column: number): string =>
  column < 26 ? String.fromCharCode(65 + column) : letters(Math.floor(column / 26) - 1) + letters(column % 26);

function cellXml(cell: GivenCell, column: number, row: number): string {
  const name = `${letters(column)}${row}`;
  if (cell === null || cell === '') return '';
  if (typeof cell === 'number') return `<c r="${name}"><v>${cell}</v></c>`;
  if (typeof cell === 'string')
    return `<c r="${name}" t="inlineStr"><is><t xml:space="preserve">${escapedXml(cell)}</t></is></c>`;
  if ('xml' in cell) return cell.xml.replaceAll('{r}', name);
  return `<c r="${name}"${cell.s === undefined ? '' : ` s="${cell.s}"`}><v>${cell.n}</v></c>`;
}

export const rowXml = (cells: readonly GivenCell[], row: number): string =>
  `<row r="${row}">${cells.map((cell, column) => cellXml(cell, column, row)).join('')}</row>`;

export const rowsXml = (rows: readonly (readonly GivenCell[])[], first = 1): string =>
  rows.map((cells, index) => rowXml(cells, first + index)).join('');

/** A sheet with these rows; `before` and `after` are XML on both sides of its data. */
export const sheetXml = (rows: string, { before = '', after = '' } = {}): string =>
  `${declaration}<worksheet xmlns="${mainNamespace}">${before}<sheetData>${rows}</sheetData>${after}</worksheet>`;

export const sharedXml = (items: readonly string[]): string =>
  `${declaration}<sst xmlns="${mainNamespace}" uniqueCount="${items.length}">${items.map((item) => (item.startsWith('<si') ? item : `<si><t xml:space="preserve">${escapedXml(item)}</t></si>`)).join('')}</sst>`;

export const stylesXml = (formats: readonly (number | string)[]): string => {
  const codes = formats.map((format, index) => (typeof format === 'string' ? { id: 164 + index, code: format } : null));
  const custom = codes.filter((code) => code !== null);
  return `${declaration}<styleSheet xmlns="${mainNamespace}"><numFmts count="${custom.length}">${custom
    .map(({ id, code }) => `<numFmt numFmtId="${id}" formatCode="${escapedXml(code)}"/>`)
    .join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${formats
    .map((format, index) => `<xf numFmtId="${typeof format === 'string' ? 164 + index : format}"/>`)
    .join('')}</cellXfs></styleSheet>`;
};

export type GivenSheet = { name: string; xml: string | GivenPart; state?: string };

export type GivenWorkbook = {
  sheets: readonly GivenSheet[];
  shared?: string | GivenPart;
  /** By the index of a style its number format: a built-in id or a code. */
  formats?: readonly (number | string)[];
  is1904?: boolean;
};

const relationship = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`;
export const relationships = (list: readonly (readonly [string, string, string])[]) =>
  `${declaration}<Relationships xmlns="${packageNamespace}/relationships">${list
    .map(([id, type, target]) => relationship(id, type, target))
    .join('')}</Relationships>`;

/** The parts of a workbook as Excel lays them out. */
export function workbookParts({ sheets, shared, formats, is1904 }: GivenWorkbook): Record<string, string | GivenPart> {
  const targets: [string, string, string][] = sheets.map((_, index) => [
    `rId${index + 1}`,
    'worksheet',
    `worksheets/sheet${index + 1}.xml`,
  ]);
  if (formats !== undefined) targets.push(['rIdStyles', 'styles', 'styles.xml']);
  if (shared !== undefined) targets.push(['rIdStrings', 'sharedStrings', 'sharedStrings.xml']);
  const tabs = sheets.map(
    ({ name, state }, index) =>
      `<sheet name="${escapedXml(name)}" sheetId="${index + 1}"${state === undefined ? '' : ` state="${state}"`} r:id="rId${index + 1}"/>`,
  );
  return {
    '[Content_Types].xml': `${declaration}<Types xmlns="${packageNamespace}/content-types"/>`,
    '_rels/.rels': relationships([['rId1', 'officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': `${declaration}<workbook xmlns="${mainNamespace}" xmlns:r="${office}">${is1904 === true ? '<workbookPr date1904="1"/>' : ''}<sheets>${tabs.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationships(targets),
    ...Object.fromEntries(sheets.map(({ xml }, index) => [`xl/worksheets/sheet${index + 1}.xml`, xml])),
    ...(formats === undefined ? {} : { 'xl/styles.xml': stylesXml(formats) }),
    ...(shared === undefined ? {} : { 'xl/sharedStrings.xml': shared }),
  };
}

export const workbookOf = (workbook: GivenWorkbook): Buffer => archiveOf(workbookParts(workbook));
