import type { TableFile } from '../table/table-spec.ts';
import type { Archive } from './archive.ts';
import { refused } from './refused.ts';

/** Files that are archives as a workbook is: the part by which each is known, its name, and what to do. */
const others = [
  { part: 'xl/workbook.bin', name: 'a binary workbook (.xlsb)', remedy: 'Save it as Excel workbook (.xlsx).' },
  { part: 'word/document.xml', name: 'a Word document', remedy: 'Copy its table into a workbook (.xlsx).' },
  { part: 'ppt/presentation.xml', name: 'a presentation', remedy: 'Copy its table into a workbook (.xlsx).' },
  // of OpenDocument; a workbook has no part of this name
  { part: 'content.xml', name: 'an OpenDocument file (.ods)', remedy: 'Save it as Excel workbook (.xlsx) or as CSV.' },
  { part: 'Index/Document.iwa', name: 'a Numbers document', remedy: 'Export it as Excel workbook (.xlsx) or as CSV.' },
] as const;

/** Refuses an archive that is no workbook by the name of what it is. Throws FILE_FORMAT_NOT_ACCEPTED. */
export function refuseOtherArchive(archive: Archive, { fileName, spec }: TableFile): void {
  const found = others.find(({ part }) => archive.part(part) !== undefined);
  if (found !== undefined && archive.part('xl/workbook.xml') === undefined)
    throw refused(fileName, 'FILE_FORMAT_NOT_ACCEPTED', `The ${spec.title} is ${found.name}, which is not read.`, {
      remedy: `${found.remedy} Then import that file.`,
    });
  if (archive.part('[Content_Types].xml') === undefined && archive.part('xl/workbook.xml') === undefined)
    throw refused(fileName, 'FILE_NOT_A_TABLE', `The ${spec.title} is a ZIP archive without a workbook in it.`, {
      remedy: 'Unpack it, and import the file in it.',
    });
}
