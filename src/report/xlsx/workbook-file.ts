import {
  beginSheet,
  createSharedStrings,
  type SheetEnd,
  type SheetSetup,
  type SheetTable,
  type SheetWriter,
} from './sheet.ts';
import { createStyles, type StyleBook } from './styles.ts';
import { columnLetters, quotedSheet, xmlText } from './xml-text.ts';
import { createZip } from './zip-file.ts';

/** A sheet in the list of the workbook; `number` is the number of its file. */
type ListedSheet = { number: number; setup: SheetSetup; table: (SheetTable & { number: number }) | undefined };

/** A name for a range, for readable formulas. */
type DefinedName = { name: string; refersTo: string };

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const schemas = 'http://schemas.openxmlformats.org';
const office = `${schemas}/officeDocument/2006/relationships`;
const packageRelations = `${schemas}/package/2006/relationships`;
const kinds = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

function contentTypesXml(sheets: readonly ListedSheet[]): string {
  const parts = sheets.flatMap(({ number, table }) => [
    `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${kinds}.worksheet+xml"/>`,
    ...(table === undefined
      ? []
      : [`<Override PartName="/xl/tables/table${table.number}.xml" ContentType="${kinds}.table+xml"/>`]),
  ]);
  return `${head}<Types xmlns="${schemas}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${kinds}.sheet.main+xml"/>${parts.join('')}<Override PartName="/xl/styles.xml" ContentType="${kinds}.styles+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="${kinds}.sharedStrings+xml"/><Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/></Types>`;
}

function packageRelationsXml(): string {
  return `${head}<Relationships xmlns="${packageRelations}"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/><Relationship Id="rId2" Type="${packageRelations}/metadata/core-properties" Target="docProps/core.xml"/></Relationships>`;
}

/** Creator and title, without a time, so that the same content gives the same file. */
function corePropertiesXml(title: string): string {
  return `${head}<cp:coreProperties xmlns:cp="${schemas}/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><dc:title>${xmlText(title)}</dc:title><dc:creator>tieout</dc:creator></cp:coreProperties>`;
}

function workbookRelationsXml(sheets: readonly ListedSheet[]): string {
  const parts = sheets.map(
    ({ number }) =>
      `<Relationship Id="rId${number}" Type="${office}/worksheet" Target="worksheets/sheet${number}.xml"/>`,
  );
  const next = sheets.length + 1;
  return `${head}<Relationships xmlns="${packageRelations}">${parts.join('')}<Relationship Id="rId${next}" Type="${office}/styles" Target="styles.xml"/><Relationship Id="rId${next + 1}" Type="${office}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`;
}

function sheetRelationsXml(table: number): string {
  return `${head}<Relationships xmlns="${packageRelations}"><Relationship Id="rId1" Type="${office}/table" Target="../tables/table${table}.xml"/></Relationships>`;
}

function tableXml({ number, name, range, columns }: SheetTable & { number: number }): string {
  const listed = columns.map((column, index) => `<tableColumn id="${index + 1}" name="${xmlText(column)}"/>`);
  return `${head}<table xmlns="${schemas}/spreadsheetml/2006/main" id="${number}" name="${name}" displayName="${name}" ref="${range}" totalsRowShown="0"><autoFilter ref="${range}"/><tableColumns count="${columns.length}">${listed.join('')}</tableColumns><tableStyleInfo name="TableStyleLight1" showFirstColumn="0" showLastColumn="0" showRowStripes="1" showColumnStripes="0"/></table>`;
}

/** `sheets` are in their order in the workbook. */
function workbookXml(sheets: readonly ListedSheet[], names: readonly DefinedName[]): string {
  const listed = sheets.map(
    ({ number, setup }) =>
      `<sheet name="${xmlText(setup.name)}" sheetId="${number}"${setup.isHidden ? ' state="hidden"' : ''} r:id="rId${number}"/>`,
  );
  const own = (kind: string, index: number, refersTo: string) =>
    `<definedName name="_xlnm.${kind}" localSheetId="${index}">${xmlText(refersTo)}</definedName>`;
  const titles = sheets.flatMap(({ setup, table }, index) => {
    const { name, headerRow, printedColumns, repeatedColumns, isHidden } = setup;
    // LibreOffice prints a hidden sheet that has a print area
    if (isHidden === true) return [];
    const sheet = quotedSheet(name);
    const last = table?.range.replace(/^.*:[A-Z]+/, '');
    const columns = repeatedColumns === undefined ? '' : `${sheet}!$A:$${columnLetters(repeatedColumns)},`;
    const isPartly = printedColumns !== undefined && last !== undefined;
    return [
      ...(isPartly ? [own('Print_Area', index, `${sheet}!$A$1:$${columnLetters(printedColumns)}$${last}`)] : []),
      ...(headerRow === undefined
        ? []
        : [own('Print_Titles', index, `${columns}${sheet}!$${headerRow}:$${headerRow}`)]),
    ];
  });
  const defined = [
    ...titles,
    ...names.map(({ name, refersTo }) => `<definedName name="${name}">${xmlText(refersTo)}</definedName>`),
  ];
  return `${head}<workbook xmlns="${schemas}/spreadsheetml/2006/main" xmlns:r="${office}"><bookViews><workbookView xWindow="0" yWindow="0" windowWidth="28800" windowHeight="17000" activeTab="0"/></bookViews><sheets>${listed.join('')}</sheets>${defined.length === 0 ? '' : `<definedNames>${defined.join('')}</definedNames>`}<calcPr calcId="191029"/></workbook>`;
}

/** Writes a workbook, sheet by sheet; one is open at a time. */
export type WorkbookFile = {
  styles: StyleBook;
  sheet: (setup: SheetSetup) => Promise<SheetWriter>;
  name: (defined: DefinedName) => void;
  /** Writes the parts that refer to the sheets. The same content gives the same bytes. */
  close: (title: string) => Promise<void>;
  /** Closes the unfinished file. */
  discard: () => Promise<void>;
};

/**
 * Begins an XLSX workbook at `path`. Sheets are streamed: memory does not grow with their rows. Unlike exceljs's streaming
 * writer, it supports tables, and the same content gives the same file.
 */
export async function createWorkbook(path: string): Promise<WorkbookFile> {
  const zip = await createZip(path);
  const styles = createStyles();
  const strings = createSharedStrings();
  const sheets: ListedSheet[] = [];
  const names: DefinedName[] = [];
  const part = async (name: string, xml: string) => {
    const entry = await zip.entry(name);
    await entry.write(xml);
    await entry.end();
  };
  const list = async (setup: SheetSetup, number: number, { table }: SheetEnd) => {
    const numbered = table === undefined ? undefined : { ...table, number };
    sheets.push({ number, setup, table: numbered });
    if (numbered === undefined) return;
    await part(`xl/worksheets/_rels/sheet${number}.xml.rels`, sheetRelationsXml(number));
    await part(`xl/tables/table${number}.xml`, tableXml(numbered));
  };
  let begun = 0;
  return {
    styles,
    sheet: async (setup) => {
      begun += 1;
      const number = begun;
      const sheet = await beginSheet(await zip.entry(`xl/worksheets/sheet${number}.xml`), setup, strings);
      return {
        ...sheet,
        end: async (end = {}) => {
          await sheet.end(end);
          await list(setup, number, end);
        },
      };
    },
    name: (defined) => {
      names.push(defined);
    },
    close: async (title) => {
      const orderOf = ({ number, setup }: ListedSheet) => setup.order ?? number;
      const shown = [...sheets].sort((a, b) => orderOf(a) - orderOf(b) || a.number - b.number);
      await part('xl/workbook.xml', workbookXml(shown, names));
      await part('xl/_rels/workbook.xml.rels', workbookRelationsXml(sheets));
      await part('xl/styles.xml', styles.xml());
      await part('xl/sharedStrings.xml', strings.xml());
      await part('docProps/core.xml', corePropertiesXml(title));
      await part('_rels/.rels', packageRelationsXml());
      await part('[Content_Types].xml', contentTypesXml(sheets));
      await zip.close();
    },
    discard: () => zip.discard(),
  };
}
