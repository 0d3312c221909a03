import { counted } from '../domain/counted.ts';
import { currencyProblem, exponentOf } from '../domain/currencies.ts';
import { isPersonal } from '../privacy/pseudonym.ts';
import { cleanText, groupedText, maskedText } from '../report/shown-value.ts';
import { textTable } from '../terminal/text-table.ts';
import type { FileFigures, FileTotal } from '../warehouse/load/file-figures.ts';

/** Shows a value of the file; names, addresses and numbers of people are masked unless the configuration shows them. */
export type Shown = (value: string, header?: string) => string;

export const shownAs =
  (isPersonalShown: boolean): Shown =>
  (value, header = '') => {
    const clean = cleanText(value);
    if (isPersonalShown || clean === '') return clean;
    if (isPersonal(header) && !/^-?[\d.,]+$/.test(clean)) return `${[...clean][0] ?? ''}•••`;
    return maskedText(clean);
  };

/** The figures of a file, for --json; null for a file that could not be read. */
export function figuresFields(figures: FileFigures | null, shown: Shown) {
  if (figures === null) return null;
  const { lines, loaded, rejected, noRecord, totals, firstDay, lastDay, reasons, rejectedLines } = figures;
  return {
    ...{ lines, loaded, rejected, totals },
    no_record: noRecord,
    first_day: firstDay,
    last_day: lastDay,
    reasons: reasons.map((reason) => ({ ...reason, example: shown(reason.example) })),
    rejected_rows: rejectedLines.map((row) => ({ ...row, reason: shown(row.reason) })),
  };
}

/** An amount with the decimals of its currency. */
export function amountText(amount: string | null, currency: string | null): string {
  if (amount === null) return '';
  const isKnown = currency !== null && currencyProblem(currency) === undefined;
  return groupedText(amount, isKnown ? exponentOf(currency) : 0);
}

/** The lines of a file: `12 lines, 10 loaded, 1 rejected, 1 total or other row without a record`. */
export function linesText({
  lines,
  loaded,
  rejected,
  noRecord,
}: Pick<FileFigures, 'lines' | 'loaded' | 'rejected' | 'noRecord'>) {
  const others = noRecord === 0 ? '' : `, ${counted(noRecord, 'row')} without a record`;
  return `${counted(lines, 'line')}: ${loaded} loaded, ${rejected} rejected${others}`;
}

/** The span of days: `2026-11-01 to 2026-11-19`. */
export function spanText({ firstDay, lastDay }: Pick<FileFigures, 'firstDay' | 'lastDay'>): string {
  if (firstDay === null || lastDay === null) return 'no day';
  return firstDay === lastDay ? firstDay : `${firstDay} to ${lastDay}`;
}

/** The accepted lines of a file by currency and kind. */
export function totalsTable(totals: readonly FileTotal[], width: number): string {
  const hasFee = totals.some(({ fee }) => fee !== null);
  return textTable(
    [
      { title: 'currency' },
      { title: 'kind' },
      { title: 'lines', isRight: true },
      { title: 'amount', isRight: true },
      ...(hasFee ? [{ title: 'fee', isRight: true }] : []),
    ],
    totals.map(({ currency, kind, lines, amount, fee }) => [
      currency ?? '',
      kind.replaceAll('_', ' '),
      groupedText(String(lines), 0),
      amountText(amount, currency),
      ...(hasFee ? [amountText(fee, currency)] : []),
    ]),
    width,
  );
}
