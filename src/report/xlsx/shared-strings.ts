import { textElement } from './xml-text.ts';

/** The strings that stand in a workbook again and again: each is kept once and named by its number. */
export type SharedStrings = {
  /** The string's number; without one it has to stand in its cell. Headings are always taken. */
  place: (text: string, isHeading?: boolean) => number | undefined;
  xml: () => string;
};

/** What is kept in memory has an end, however long a table is. */
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
