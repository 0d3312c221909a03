import type { FileFormat } from './file-format.ts';

/** A line of a document with pages; both are 1-based. */
export type PagedLine = { page: number; line: number };

/** Places for the lines of a page within a number. */
const linesOfPage = 1000;

/** The number of a line within the whole document, in the order of the pages. */
export const lineNumber = ({ page, line }: PagedLine): number => page * linesOfPage + line;

/** The page and the line on it of a number. */
export const pagedLine = (number: number): PagedLine => ({
  page: Math.floor(number / linesOfPage),
  line: number % linesOfPage,
});

/** The number under which the line of a place is recorded. */
export const numberOfPlace = ({ page, line }: { page?: number; line?: number }): number | undefined =>
  line === undefined || page === undefined ? line : lineNumber({ page, line });

/** The place of a line by its number: `line 14`, or `page 2, line 14` in a document with pages. */
export const lineNumberText = (number: number, format: FileFormat | null): string =>
  format === 'pdf' ? placeText(pagedLine(number)) : `line ${number}`;

/** The place of a line for people. */
export const placeText = ({ page, line }: PagedLine): string => `page ${page}, line ${line}`;
