import type { CellStyle } from './date-text.ts';

/** The formats that have a number instead of a text, by ECMA-376 part 1, 18.8.30; those not listed are numbers. */
function builtInStyle(id: number): CellStyle {
  if (id >= 14 && id <= 17) return 'day';
  if (id >= 18 && id <= 21) return 'time';
  if (id === 22) return 'day';
  if (id === 45 || id === 47) return 'time';
  if (id === 46) return 'duration';
  // of the East Asian formats these are times of day
  if ((id >= 32 && id <= 35) || id === 55 || id === 56) return 'time';
  if ((id >= 27 && id <= 36) || (id >= 50 && id <= 58)) return 'day';
  return 'number';
}

/** A format without what it shows as it is: quoted and escaped text, spaces, colours, conditions, locales. */
function withoutLiterals(code: string): string {
  return code
    .replaceAll(/"[^"]*"|\\.|[_*]./g, '')
    .replaceAll(/\[(h+|m+|s+)\]/gi, '<$1>')
    .replaceAll(/\[[^\]]*\]/g, '');
}

/** How a format shows a number: a date if it has a letter of a date outside quotes and brackets. */
export function styleOfFormat(code: string): CellStyle {
  if (/^0{2,}$/.test(code)) return { digits: code.length };
  const bare = withoutLiterals(code).toLowerCase();
  if (bare.includes('general')) return 'number';
  if (/<(h+|m+|s+)>/.test(bare)) return 'duration';
  if (!/[ydhms]/.test(bare)) return 'number';
  // after hours and before seconds, m means minutes
  const withoutTime = bare
    .replaceAll(/am\/pm|a\/p/g, '')
    .replaceAll(/h+[^a-z]*m+/g, '')
    .replaceAll(/m+[^a-z]*s+/g, '');
  return /[ydm]/.test(withoutTime) ? 'day' : 'time';
}

/** The style of each number format that a workbook refers to. */
export function styleOf(id: number, codes: ReadonlyMap<number, string>): CellStyle {
  const code = codes.get(id);
  return code === undefined ? builtInStyle(id) : styleOfFormat(code);
}
