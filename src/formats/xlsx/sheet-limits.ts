export const mostColumns = 16_384;
/** A line number must stay below the first of the next sheet (see open-xlsx.ts). */
export const mostRows = 9_999_999;
/** A spreadsheet takes 32,767 letters in a cell. */
export const longestCell = 1024 ** 2;
