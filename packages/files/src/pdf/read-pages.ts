import { readFile, stat } from 'node:fs/promises';
import type { TableFile } from '../table/table-spec.ts';
import { excess } from '../unpacked-size.ts';
import { type StreamBound, withStreamBound } from './bounded-streams.ts';
import { CodeTableMissing } from './code-tables.ts';
import { linesOf, type PdfLine } from './page-lines.ts';
import { readPage } from './page-words.ts';
import { openDocument, type PdfDocument } from './pdf-library.ts';
import { refusedPdf } from './refusals.ts';

/** Bounds of a document. A monthly statement of a busy account has some hundred pages. */
const mostBytes = 64 * 1024 ** 2;
const mostPages = 2000;
const mostRuns = 2_000_000;
/** The number of a line within the document has three digits for the line on its page. */
const mostLines = 999;

const nameOf = (error: unknown) => (error instanceof Error ? error.name : '');

const remedyOf = (error: unknown) =>
  error instanceof Error && 'remedy' in error && typeof error.remedy === 'string' ? error.remedy : undefined;

/** The refusal of an encrypted document: `cause` is why the password is missing, or that it is wrong. */
function encrypted(file: TableFile, problem: 'unset' | 'missing' | 'wrong', cause: unknown) {
  const key = `${file.spec.section}.pdf_password`;
  const messages = {
    unset: `The ${file.spec.title} is a PDF with a password.`,
    missing: `The ${file.spec.title} is a PDF with a password. ${cause instanceof Error ? cause.message : ''}`.trim(),
    wrong: `The ${file.spec.title} is a PDF with a password, and the one that ${key} names does not open it.`,
  };
  const remedies = {
    unset: `Name the variable or file with its password in the configuration: ${key}: { env: BANK_PDF_PASSWORD }.`,
    missing: remedyOf(cause) ?? `Set what ${key} names.`,
    wrong: `Correct the variable or file that ${key} names.`,
  };
  return refusedPdf(file, 'FILE_ENCRYPTED', messages[problem], { remedy: remedies[problem], cause });
}

const firstLine = (cause: unknown) =>
  ((cause instanceof Error ? cause.message : String(cause)).split('\n')[0] ?? '').replace(/\.$/, '').slice(0, 200);

function unreadable(file: TableFile, cause: unknown, where: string) {
  if (cause instanceof CodeTableMissing)
    return refusedPdf(
      file,
      'FILE_FORMAT_NOT_ACCEPTED',
      `The ${file.spec.title} has text in a font that the PDF does not contain (code table ${cause.table})${where}.`,
      { remedy: 'Print it to a new PDF with its fonts embedded, or export the statement in another format.', cause },
    );
  return refusedPdf(file, 'FILE_DAMAGED', `The ${file.spec.title} is a damaged PDF${where}: ${firstLine(cause)}.`, {
    cause,
  });
}

async function opened(file: TableFile, size: number): Promise<PdfDocument> {
  if (size > mostBytes)
    throw refusedPdf(file, 'FILE_TOO_LARGE', `The ${file.spec.title} has ${size} bytes; a PDF may have ${mostBytes}.`, {
      remedy: 'Download the statement by month.',
    });
  const bytes = await readFile(file.path);
  const open = async (password?: string) => {
    try {
      // the library takes the bytes with it, so a second attempt needs a copy of its own
      return await openDocument(new Uint8Array(bytes), password);
    } catch (cause) {
      if (nameOf(cause) === 'PasswordException') return { passwordCause: cause };
      throw unreadable(file, cause, '');
    }
  };
  const first = await open();
  if (!('passwordCause' in first)) return first;
  if (file.password === undefined) throw encrypted(file, 'unset', first.passwordCause);
  const second = await open(passwordOf(file.password, file));
  if ('passwordCause' in second) throw encrypted(file, 'wrong', second.passwordCause);
  return second;
}

function passwordOf(read: () => string, file: TableFile): string {
  try {
    return read();
  } catch (cause) {
    throw encrypted(file, 'missing', cause);
  }
}

const scanned = (file: TableFile) =>
  refusedPdf(
    file,
    'FILE_NOT_A_TABLE',
    `The ${file.spec.title} is a PDF without text: its pages are pictures, as a scanner makes them.`,
    {
      remedy: "Download the statement from the bank's website as PDF, CSV or XLSX; a scan is not read.",
    },
  );

async function linesOfPage(file: TableFile, document: PdfDocument, number: number) {
  try {
    const page = await readPage(document, number);
    return { lines: linesOf(page), runCount: page.runCount };
  } catch (cause) {
    throw unreadable(file, cause, ` on page ${number}`);
  }
}

/**
 * The lines of each page of a PDF. Throws FILE_ENCRYPTED, FILE_DAMAGED, FILE_TOO_LARGE, FILE_FORMAT_NOT_ACCEPTED, and FILE_NOT_A_TABLE
 * for a document without text.
 */
export async function readPages(file: TableFile): Promise<PdfLine[][]> {
  const { size } = await stat(file.path);
  const what = `A stream of the ${file.spec.title}`;
  const bound: StreamBound = { excessOf: (bytes) => excess(what, size, bytes, file.reading.limits) };
  const pages = await withStreamBound(bound, () => readBounded(file, size)).catch((cause: unknown) => {
    if (bound.found === undefined) throw cause;
    return [];
  });
  if (bound.found === undefined) return pages;
  throw refusedPdf(file, 'FILE_TOO_LARGE', bound.found.message, { remedy: bound.found.remedy });
}

async function readBounded(file: TableFile, size: number): Promise<PdfLine[][]> {
  const document = await opened(file, size);
  try {
    if (document.pageCount > mostPages)
      throw refusedPdf(
        file,
        'FILE_TOO_LARGE',
        `The ${file.spec.title} has ${document.pageCount} pages; at most ${mostPages} are read.`,
        { remedy: 'Download the statement by month.' },
      );
    const pages: PdfLine[][] = [];
    let runs = 0;
    for (let number = 1; number <= document.pageCount; number += 1) {
      const { lines, runCount } = await linesOfPage(file, document, number);
      runs += runCount;
      if (lines.length > mostLines || runs > mostRuns)
        throw refusedPdf(
          file,
          'FILE_TOO_LARGE',
          `The ${file.spec.title} has too much text on page ${number}: more than ${mostLines} lines, or ${mostRuns} pieces of text up to it.`,
          { remedy: 'Check that the file is a bank statement.' },
        );
      pages.push(lines);
    }
    if (pages.every((lines) => lines.length === 0)) throw scanned(file);
    return pages;
  } finally {
    await document.close();
  }
}
