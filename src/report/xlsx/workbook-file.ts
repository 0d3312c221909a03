import { createSharedStrings } from './shared-strings.ts';
import { beginSheet, type SheetEnd, type SheetSetup, type SheetWriter } from './sheet.ts';
import { createStyles, type StyleBook } from './styles.ts';
import {
  contentTypesXml,
  corePropertiesXml,
  type DefinedName,
  type ListedSheet,
  packageRelationsXml,
  sheetRelationsXml,
  tableXml,
  workbookRelationsXml,
  workbookXml,
} from './workbook-parts.ts';
import { createZip } from './zip-file.ts';

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
