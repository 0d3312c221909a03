import { placeText } from '../paged-line.ts';
import type { TableFile } from '../table/table-spec.ts';
import type { Label } from './balance-labels.ts';
import { printedAmount } from './printed-amount.ts';
import type { PrintedEntry, PrintedMark } from './read-rows.ts';
import { refusedPdf } from './refusals.ts';

/** A label with its figure, and the number of entries before it. */
export type PlacedMark = { mark: PrintedMark; entriesBefore: number };

/** One, in the ten-thousandths in which sums are exact. */
const one = 10_000n;

/** An amount in ten-thousandths. */
function scaled(digits: string): bigint {
  const [whole = '0', decimals = ''] = digits.split('.');
  return BigInt(whole + decimals.padEnd(4, '0').slice(0, 4));
}

/** What an entry adds to a total; undefined where its side is not printed. */
function sizeOf({ figures }: PrintedEntry, label: Label, mark: '.' | ','): bigint | undefined {
  if (label === 'count') return one;
  const isCredit = label === 'credits' || label === 'creditCount';
  const isCounted = label === 'creditCount' || label === 'debitCount';
  const own = printedAmount(figures.get(isCredit ? 'credit' : 'debit') ?? '', mark);
  const other = printedAmount(figures.get(isCredit ? 'debit' : 'credit') ?? '', mark);
  const signed = printedAmount(figures.get('amount') ?? '', mark);
  if (own !== undefined && own.digits !== '0') return isCounted ? one : scaled(own.digits);
  if (own !== undefined || other !== undefined) return 0n;
  if (signed === undefined || signed.mark === null) return undefined;
  const isOwn = isCredit === (signed.mark === 'plus' || signed.mark === 'credit');
  return isOwn ? (isCounted ? one : scaled(signed.digits)) : 0n;
}

function sumOf(entries: readonly PrintedEntry[], label: Label, mark: '.' | ','): bigint | undefined {
  return entries.reduce<bigint | undefined>((sum, entry) => {
    const size = sizeOf(entry, label, mark);
    return sum === undefined || size === undefined ? undefined : sum + size;
  }, 0n);
}

/**
 * The total of a statement under a label; null where none is printed, or only those of pages. A statement may print totals by page: each
 * is then the sum of the entries since the total before it, or of all entries up to it. Throws FILE_TOTALS_CONTRADICT for another total.
 */
export function statedTotal(
  file: TableFile,
  label: Label,
  marks: readonly PlacedMark[],
  entries: readonly PrintedEntry[],
): string | null {
  const own = marks.filter(({ mark }) => mark.label === label);
  const [first] = own;
  if (first === undefined) return null;
  if (own.every(({ mark }) => mark.amount.digits === first.mark.amount.digits)) return first.mark.amount.digits;
  const decimalMark = file.reading.decimalMark ?? '.';
  let from = 0;
  for (const { mark, entriesBefore } of own) {
    const printed = scaled(mark.amount.digits);
    const before = sumOf(entries.slice(0, entriesBefore), label, decimalMark);
    const since = sumOf(entries.slice(from, entriesBefore), label, decimalMark);
    if (printed !== before && printed !== since)
      throw refusedPdf(
        file,
        'FILE_TOTALS_CONTRADICT',
        `The ${file.spec.title} prints several totals, and "${mark.text}" on ${placeText(mark.line)} (${mark.amount.digits}) is neither that of the entries up to there nor that of its page.`,
        { place: mark.line },
      );
    from = entriesBefore;
  }
  const last = own.at(-1);
  const isWhole = last?.entriesBefore === entries.length;
  const all = sumOf(entries, label, decimalMark);
  return isWhole && scaled(last.mark.amount.digits) === all ? last.mark.amount.digits : null;
}
