import { columnLetters, quotedSheet, textElement, xmlText } from './xml-text.ts';
import type { ZipEntry } from './zip-file.ts';

/** The repeated strings of a workbook: each is stored once and referenced by its number. */
type SharedStrings = {
  /** The number of the string; none if it belongs into its cell. Headings are always shared. */
  place: (text: string, isHeading?: boolean) => number | undefined;
  xml: () => string;
};

/** Bounds the memory for tables of any length. */
const mostStrings = 20_000;
const longestString = 200;

export function createSharedStrings(): SharedStrings {
  const places = new Map<string, number>();
  return {
    place: (text, isHeading = false) => {
      if (!isHeading && text.length > longestString) return undefined;
      const known = places.get(text);
      if (known !== undefined) return known;
      if (!isHeading && places.size >= mostStrings) return undefined;
      places.set(text, places.size);
      return places.size - 1;
    },
    xml: () =>
      `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" uniqueCount="${places.size}">${[...places.keys()].map((text) => `<si>${textElement(text)}</si>`).join('')}</sst>`,
  };
}

/** The content of a cell, with the number of its style. Numbers are decimal text, so that no figure becomes a float. */
export type Cell = { style: number } & (
  | { kind: 'blank' }
  | { kind: 'text'; text: string; isHeading?: boolean }
  | { kind: 'number'; text: string }
  /** A formula with its result, for programs that do not calculate. */
  | { kind: 'formula'; formula: string; result: { number: string } | { text: string } }
);

export type SheetColumn = { width: number; isHidden?: boolean };

export type SheetSetup = {
  name: string;
  columns: readonly SheetColumn[];
  orientation: 'portrait' | 'landscape';
  /** The heading row: it and the rows above it are frozen and repeated on each printed page. */
  headerRow?: number;
  /** The number of printed columns; all by default. */
  printedColumns?: number;
  /** The number of printed pages next to each other, over which the columns are fitted; one by default. */
  pagesAcross?: number;
  /** The first columns, so many, are repeated on each of these pages. */
  repeatedColumns?: number;
  isHidden?: boolean;
  /** Six hex digits. */
  tabColour?: string;
  footer: string;
  /** The position among the sheets; by default the order in which they were begun. */
  order?: number;
};

/** A list of choices or a maximum length for the cells of a range. */
export type Validation = { range: string; title: string; message: string } & (
  | { kind: 'list'; formula: string }
  | { kind: 'length'; longest: number }
);

export type SheetTable = { name: string; range: string; columns: readonly string[] };

/** The parts of a sheet that are known only after its rows. */
export type SheetEnd = {
  table?: SheetTable;
  validations?: readonly Validation[];
  links?: readonly { cell: string; to: string }[];
  /** The rows that begin a printed page. */
  pages?: readonly number[];
};

/** Writes a sheet, row by row from top to bottom. */
export type SheetWriter = {
  row: (at: number, cells: readonly (Cell | undefined)[], height?: number) => void;
  /** Writes the buffered rows to the file. */
  flush: () => Promise<void>;
  /** The size so far, in characters of XML. */
  size: () => number;
  end: (end?: SheetEnd) => Promise<void>;
};

const namespaces =
  'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';

function headXml({ columns, headerRow, tabColour, isHidden, order }: SheetSetup): string {
  const pane =
    headerRow === undefined
      ? ''
      : `<pane ySplit="${headerRow}" topLeftCell="A${headerRow + 1}" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft" activeCell="A${headerRow + 1}" sqref="A${headerRow + 1}"/>`;
  const selected = order === 0 && !isHidden ? ' tabSelected="1"' : '';
  const cols = columns.map(
    ({ width, isHidden: hidden }, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"${hidden ? ' hidden="1"' : ''}/>`,
  );
  const tab = tabColour === undefined ? '' : `<tabColor rgb="FF${tabColour}"/>`;
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet ${namespaces}><sheetPr>${tab}<pageSetUpPr fitToPage="1"/></sheetPr><sheetViews><sheetView showGridLines="0"${selected} workbookViewId="0">${pane}</sheetView></sheetViews><sheetFormatPr defaultRowHeight="14"/><cols>${cols.join('')}</cols><sheetData>`;
}

function validationXml(validation: Validation): string {
  const { range, title, message } = validation;
  const common = `allowBlank="1" showInputMessage="1" showErrorMessage="1" errorTitle="${xmlText(title)}" error="${xmlText(message)}" promptTitle="${xmlText(title)}" prompt="${xmlText(message)}" sqref="${range}"`;
  return validation.kind === 'list'
    ? `<dataValidation type="list" ${common}><formula1>${xmlText(validation.formula)}</formula1></dataValidation>`
    : `<dataValidation type="textLength" operator="lessThanOrEqual" ${common}><formula1>${validation.longest}</formula1></dataValidation>`;
}

function tailXml(
  { orientation, footer, pagesAcross = 1 }: SheetSetup,
  { table, validations = [], links = [], pages = [] }: SheetEnd,
): string {
  const rules =
    validations.length === 0
      ? ''
      : `<dataValidations count="${validations.length}">${validations.map(validationXml).join('')}</dataValidations>`;
  const linked =
    links.length === 0
      ? ''
      : `<hyperlinks>${links.map(({ cell, to }) => `<hyperlink ref="${cell}" location="${xmlText(`${quotedSheet(to)}!A1`)}"/>`).join('')}</hyperlinks>`;
  const breaks = pages.map((row) => `<brk id="${row - 1}" max="16383" man="1"/>`);
  const broken =
    pages.length === 0
      ? ''
      : `<rowBreaks count="${pages.length}" manualBreakCount="${pages.length}">${breaks.join('')}</rowBreaks>`;
  return `</sheetData><sheetProtection sheet="1" objects="1" scenarios="1" formatColumns="0" formatRows="0" sort="0" autoFilter="0"/>${rules}${linked}<pageMargins left="0.4" right="0.4" top="0.5" bottom="0.6" header="0.2" footer="0.3"/><pageSetup paperSize="9" orientation="${orientation}"${pagesAcross > 1 ? ' pageOrder="overThenDown"' : ''} fitToWidth="${pagesAcross}" fitToHeight="0"/><headerFooter><oddFooter>${xmlText(footer)}</oddFooter></headerFooter>${broken}${table === undefined ? '' : '<tableParts count="1"><tablePart r:id="rId1"/></tableParts>'}</worksheet>`;
}

function stringCell(reference: string, cell: Cell & { kind: 'text' }, strings: SharedStrings): string {
  const place = strings.place(cell.text, cell.isHeading);
  return place === undefined
    ? `<c r="${reference}" s="${cell.style}" t="inlineStr"><is>${textElement(cell.text)}</is></c>`
    : `<c r="${reference}" s="${cell.style}" t="s"><v>${place}</v></c>`;
}

function cellXml(reference: string, cell: Cell, strings: SharedStrings): string {
  switch (cell.kind) {
    case 'blank':
      return `<c r="${reference}" s="${cell.style}"/>`;
    case 'number':
      return `<c r="${reference}" s="${cell.style}"><v>${cell.text}</v></c>`;
    case 'text':
      return stringCell(reference, cell, strings);
    case 'formula': {
      const { formula, result, style } = cell;
      const formulaElement = `<f>${xmlText(formula)}</f>`;
      return 'number' in result
        ? `<c r="${reference}" s="${style}">${formulaElement}<v>${result.number}</v></c>`
        : `<c r="${reference}" s="${style}" t="str">${formulaElement}<v>${xmlText(result.text)}</v></c>`;
    }
  }
}

const letters: string[] = [];
function lettersOf(index: number): string {
  letters[index] ??= columnLetters(index);
  return letters[index];
}

/** The buffer is written at this size, in bytes, so that rows do not stay in memory. The first one is smaller: most sheets are. */
const handedOn = 1 << 18;
const handedOnFirst = 1 << 14;

/** Begins a sheet in `entry`. Only the rows since the last flush are in memory. */
export async function beginSheet(entry: ZipEntry, setup: SheetSetup, strings: SharedStrings): Promise<SheetWriter> {
  let waiting: Buffer[] = [];
  let filling = Buffer.allocUnsafe(handedOnFirst);
  let filled = 0;
  let size = 0;
  const put = (text: string) => {
    // a UTF-16 unit has at most three bytes in UTF-8
    if (filled + text.length * 3 > filling.length) {
      waiting.push(filling.subarray(0, filled));
      filling = Buffer.allocUnsafe(Math.max(handedOn, text.length * 3));
      filled = 0;
    }
    filled += filling.write(text, filled);
  };
  const flush = async () => {
    const full = waiting;
    waiting = [];
    for (const bytes of full) await entry.write(bytes);
  };
  put(headXml(setup));
  return {
    row: (at, cells, height) => {
      let xml = height === undefined ? `<row r="${at}">` : `<row r="${at}" ht="${height}">`;
      for (let index = 0; index < cells.length; index += 1) {
        const cell = cells[index];
        if (cell !== undefined) xml += cellXml(`${lettersOf(index + 1)}${at}`, cell, strings);
      }
      xml += '</row>';
      size += xml.length;
      put(xml);
    },
    flush,
    size: () => size,
    end: async (end = {}) => {
      put(tailXml(setup, end));
      waiting.push(filling.subarray(0, filled));
      await flush();
      await entry.end();
    },
  };
}
