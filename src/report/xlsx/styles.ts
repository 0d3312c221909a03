import { xmlText } from './xml-text.ts';

/** The style of a cell. Colours are six hex digits. */
export type CellStyle = {
  format?: string;
  isBold?: boolean;
  isItalic?: boolean;
  isUnderlined?: boolean;
  size?: number;
  colour?: string;
  fill?: string;
  topLine?: 'thin';
  bottomLine?: 'thin' | 'double';
  isWrapped?: boolean;
  horizontal?: 'left' | 'right' | 'center';
  indent?: number;
  vertical?: 'top' | 'center';
  /** Whether the cell can be edited on a protected sheet. */
  isUnlocked?: boolean;
};

/** The styles of a workbook: each is stored once and referenced by its number. */
export type StyleBook = { of: (style: CellStyle) => number; xml: () => string };

/** A list without duplicates; `place` adds a text and returns its position. */
function listed(first: readonly string[]): { all: () => string[]; place: (text: string) => number } {
  const places = new Map(first.map((text, index) => [text, index]));
  return {
    all: () => [...places.keys()],
    place: (text) => {
      const at = places.get(text) ?? places.size;
      places.set(text, at);
      return at;
    },
  };
}

/** Numbers below 164 are built-in formats. */
const firstFormat = 164;
const line = '<color rgb="FF7B8794"/>';

function fontXml({ isBold, isItalic, isUnderlined, size = 10, colour = '1F2933' }: CellStyle): string {
  const kinds = `${isBold ? '<b/>' : ''}${isItalic ? '<i/>' : ''}${isUnderlined ? '<u/>' : ''}`;
  return `<font>${kinds}<sz val="${size}"/><color rgb="FF${colour}"/><name val="Calibri"/><family val="2"/></font>`;
}

function fillXml({ fill }: CellStyle): string {
  return fill === undefined
    ? '<fill><patternFill patternType="none"/></fill>'
    : `<fill><patternFill patternType="solid"><fgColor rgb="FF${fill}"/></patternFill></fill>`;
}

function borderXml({ topLine, bottomLine }: CellStyle): string {
  const top = topLine === undefined ? '<top/>' : `<top style="${topLine}">${line}</top>`;
  const bottom = bottomLine === undefined ? '<bottom/>' : `<bottom style="${bottomLine}">${line}</bottom>`;
  return `<border><left/><right/>${top}${bottom}<diagonal/></border>`;
}

function alignmentXml({ isWrapped, horizontal, vertical = 'top', indent }: CellStyle): string {
  const side = horizontal === undefined && indent !== undefined ? 'left' : horizontal;
  return `<alignment${side === undefined ? '' : ` horizontal="${side}"`} vertical="${vertical}"${isWrapped ? ' wrapText="1"' : ''}${indent === undefined ? '' : ` indent="${indent}"`}/>`;
}

function collection(name: string, items: readonly string[]): string {
  return `<${name} count="${items.length}">${items.join('')}</${name}>`;
}

export function createStyles(): StyleBook {
  const formats = listed([]);
  const fonts = listed([fontXml({})]);
  const fills = listed([fillXml({}), '<fill><patternFill patternType="gray125"/></fill>']);
  const borders = listed([borderXml({})]);
  const cells = listed(['<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>']);
  const known = new Map<string, number>();

  const register = (style: CellStyle): number => {
    const format = style.format === undefined ? 0 : firstFormat + formats.place(style.format);
    const ids = `numFmtId="${format}" fontId="${fonts.place(fontXml(style))}" fillId="${fills.place(fillXml(style))}" borderId="${borders.place(borderXml(style))}" xfId="0"`;
    const lock = style.isUnlocked ? '<protection locked="0"/>' : '';
    return cells.place(
      `<xf ${ids} applyNumberFormat="1" applyFont="1" applyFill="1" applyBorder="1" applyAlignment="1" applyProtection="1">${alignmentXml(style)}${lock}</xf>`,
    );
  };
  return {
    of: (style) => {
      const key = JSON.stringify(style);
      const number = known.get(key) ?? register(style);
      known.set(key, number);
      return number;
    },
    xml: () => {
      const numbered = formats
        .all()
        .map((code, index) => `<numFmt numFmtId="${firstFormat + index}" formatCode="${xmlText(code)}"/>`);
      return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${numbered.length > 0 ? collection('numFmts', numbered) : ''}${collection('fonts', fonts.all())}${collection('fills', fills.all())}${collection('borders', borders.all())}<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>${collection('cellXfs', cells.all())}<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles><dxfs count="0"/></styleSheet>`;
    },
  };
}
