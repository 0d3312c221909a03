import { textElement } from './xml-text.ts';

/** The repeated strings of a workbook: each is stored once and referenced by its number. */
export type SharedStrings = {
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
