import { lineText, type PdfLine } from './page-lines.ts';
import { datesWithin, type PrintedDate } from './printed-date.ts';

/** A fact that a statement prints outside its table. */
export type HeadFact =
  | { kind: 'account'; value: string; line: PdfLine }
  | { kind: 'currency'; value: string; line: PdfLine }
  | { kind: 'period'; from: PrintedDate; to: PrintedDate; line: PdfLine }
  | { kind: 'date'; date: PrintedDate; line: PdfLine };

const accountLabel =
  /\b(?:(?:account|a\/c|acct|acc)\s*(?:no|number|num)\b|(?:no\.?|nombor)\s*akaun\b|akaun\s*no\b)|戶口號碼|账号|戶號/i;
const number = /(?<![\d/.,-])\d(?:[ -]?\d){5,24}(?![\d/,.]|-\d)/;
const periodLabel = /\b(?:period|tempoh|from|dari|statement|penyata|between)\b|結單期/i;
const dateLabel =
  /\b(?:statement date|date of statement|tarikh penyata|statement as (?:at|of)|as at|as of|setakat|penyata pada)\b|結單日期/i;
const currencyLabel =
  /\b(?:[Cc]urrency|CURRENCY|[Mm]ata ?[Ww]ang|MATA ?WANG|CCY)\b\s*[:/]?\s*(?:[Mm]ata ?[Ww]ang|MATA ?WANG|[Cc]urrency)?\s*:?\s*([A-Z]{3}|RM)\b/;

/** A line and the lines directly below it, in which the value of a label may be. */
const withBelow = (lines: readonly PdfLine[], at: number): string[] => lines.slice(at, at + 4).map(lineText);

const tail = (text: string, label: RegExp): string => {
  const found = label.exec(text);
  return found === null ? '' : text.slice(found.index + found[0].length);
};

function accountAt(lines: readonly PdfLine[], at: number): string | undefined {
  const [own = '', ...below] = withBelow(lines, at);
  if (!accountLabel.test(own)) return undefined;
  const inLine = number.exec(tail(own, accountLabel))?.[0];
  if (inLine !== undefined) return inLine;
  for (const text of below) {
    const found = number.exec(text.replaceAll(/\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}/g, ' '))?.[0];
    if (found !== undefined) return found;
    // another label's value follows
    if (/:\s*\S/.test(text) && !accountLabel.test(text)) return undefined;
  }
  return undefined;
}

function periodAt(lines: readonly PdfLine[], at: number): { from: PrintedDate; to: PrintedDate } | undefined {
  const text = lineText(lines[at] ?? { words: [] });
  const found = datesWithin(text);
  const [first, second, third] = found;
  if (first === undefined || second === undefined || third !== undefined || second.date.year === null) return undefined;
  const between = text.slice(first.at + first.date.text.length, second.at);
  if (!/^\s*(?:-|–|—|to|until|hingga|sehingga|ke|至|through|thru)?\s*$/i.test(between)) return undefined;
  const label = [lines[at - 2], lines[at - 1], lines[at], lines[at + 1]].map((line) =>
    line === undefined ? '' : lineText(line),
  );
  if (!label.some((one) => periodLabel.test(one))) return undefined;
  // "1 October to 31 October 2026" has one year, and "20 December to 19 January 2027" begins in the year before
  const from = first.date;
  const year = second.date.year;
  const isBefore = !from.isNumeric && !second.date.isNumeric && from.second > second.date.second;
  return { from: from.year === null ? { ...from, year: isBefore ? year - 1 : year } : from, to: second.date };
}

function dateAt(lines: readonly PdfLine[], at: number): PrintedDate | undefined {
  const [own = '', ...below] = withBelow(lines, at);
  if (!dateLabel.test(own)) return undefined;
  const texts = [tail(own, dateLabel), ...below];
  return texts.flatMap((text) => datesWithin(text).map(({ date }) => date)).find(({ year }) => year !== null);
}

/** The facts in a line outside the tables; `lines` are the lines around it. */
export function factsAt(lines: readonly PdfLine[], at: number): HeadFact[] {
  const line = lines[at];
  if (line === undefined) return [];
  const facts: HeadFact[] = [];
  const account = accountAt(lines, at);
  if (account !== undefined) facts.push({ kind: 'account', value: account.replaceAll(' ', ''), line });
  const period = periodAt(lines, at);
  if (period !== undefined) facts.push({ kind: 'period', ...period, line });
  const date = dateAt(lines, at);
  if (date !== undefined) facts.push({ kind: 'date', date, line });
  const currency = currencyLabel.exec(lineText(line))?.[1];
  if (currency !== undefined) facts.push({ kind: 'currency', value: currency, line });
  return facts;
}
