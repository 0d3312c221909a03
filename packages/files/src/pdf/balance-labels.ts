import { type PrintedAmount, printedAmount } from './printed-amount.ts';
import { datesWithin } from './printed-date.ts';

/**
 * What a label states: the balance before the first or after the last entry, a balance between pages, a total, or a number of entries.
 */
export type Label =
  | 'opening'
  | 'closing'
  | 'forward'
  | 'credits'
  | 'debits'
  | 'creditCount'
  | 'debitCount'
  | 'count'
  | 'total'
  | 'other';

/** A label and the amount or number beside it. */
export type LabelledAmount = { label: Label; text: string; amount: PrintedAmount };

const credit = `(?:credits?|deposits?|lodgements?|receipts|paid in|money in|kredit|simpanan|kemasukan|masukan)(?: transactions| amount| entries)?`;
const debit = `(?:debits?|withdrawals?|payments?|cheques|paid out|money out|pengeluaran|keluaran)(?: transactions| amount| entries)?`;
const total = `(?:grand )?(?:total|jumlah|sum)(?: of| amount of)?`;
const countOf = String.raw`(?:no\.?|number|bil\.?|bilangan|count)(?: of)?`;

/** The labels by their whole text, in English and Malay. "B/F" and the like are without their slash. */
const patterns: readonly (readonly [Label, RegExp])[] = [
  [
    'opening',
    /^(?:opening|beginning|previous|starting|start|last) (?:statement |account |ledger |stmt )?bal(?:ance|\.)?$/,
  ],
  ['opening', /^balance (?:from|of|as per|in) (?:the )?(?:last|previous) statement$/],
  ['opening', /^baki (?:permulaan|pembukaan|awal|mula|terdahulu|penyata (?:lepas|terdahulu|akhir))$/],
  ['opening', /^(?:承上結餘|期初餘額|期初余额|上期結餘)$/],
  [
    'closing',
    /^(?:closing|ending|end|final|new) (?:statement |account |ledger )?balance(?: in this statement| of this statement)?$/,
  ],
  ['closing', /^(?:balance at (?:the )?end(?: of (?:the )?(?:period|statement|month))?|balance of this statement)$/],
  ['closing', /^baki (?:akhir|penutup|penutupan)(?: (?:dalam|di) penyata ini)?$/],
  ['closing', /^(?:期末餘額|期末余额|本期結餘)$/],
  ['forward', /^(?:(?:closing |opening )?(?:balance|bal\.?|baki) )?(?:b ?f|c ?f|b ?d|c ?d)$/],
  ['forward', /^(?:b ?f|c ?f|b ?d|c ?d) (?:balance|bal|baki)$/],
  [
    'forward',
    /^(?:(?:closing |opening )?(?:balance|bal\.?|baki) )?(?:brought|carried|b?rought|c?arried) (?:forward|fwd|down|over)$/,
  ],
  ['forward', /^baki (?:di)?bawa (?:ke )?(?:hadapan|depan|bawah|ke bawah)$/],
  ['forward', /^(?:承前頁|承前页|轉下頁|转下页|承上頁)$/],
  ['creditCount', new RegExp(`^(?:${total} )?${countOf} ${credit}$|^${credit} count$`)],
  ['debitCount', new RegExp(`^(?:${total} )?${countOf} ${debit}$|^${debit} count$`)],
  ['count', new RegExp(`^(?:${total} )?${countOf} (?:transactions?|entries|transaksi|urus ?niaga)$`)],
  ['credits', new RegExp(`^${total} ${credit}$|^${credit} total$|^jumlah (?:urus ?niaga )?${credit}$`)],
  ['debits', new RegExp(`^${total} ${debit}$|^${debit} total$|^jumlah (?:urus ?niaga )?${debit}$`)],
  ['total', /^(?:grand )?(?:total|jumlah|合計|總計)(?: (?:transactions|amount|amaun|keseluruhan))?$/],
  [
    'other',
    /^(?:total count|(?:sub ?total|page total|total (?:this|for) page|jumlah (?:kecil|muka surat))|(?:available|average|uncollected|float|hold|minimum|daily) (?:statement |account |ledger )?balance|baki (?:sedia ada|purata|boleh guna|lejar|legar)|(?:overdraft|credit) limit|ledger balance|(?:interest|accrued interest))$/,
  ],
];

/** A text in the form in which labels are compared. */
function plainLabel(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/\b([bc])\s*\/\s*([fd])\b/g, '$1$2')
    .replaceAll(/\((?:rm|[a-z]{3}|s?\$|[-+])\)/g, ' ')
    .replaceAll(/[:*=.]+(?=\s|$)/g, ' ')
    .replaceAll(/\b(?:rm|myr|sgd|usd|gbp|hkd|eur)$|^(?:less|add)\b/g, ' ')
    .replaceAll(/\s+(?:as (?:at|of|on)|on|at|pada|setakat)\s*$/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** The label that a text is as a whole; a text in two languages, divided by a slash or a gap, has the label of both. */
export function labelOf(text: string): Label | undefined {
  const whole = plainLabel(text);
  const direct = patterns.find(([, pattern]) => pattern.test(whole))?.[0];
  if (direct !== undefined) return direct;
  const parts = text
    .toLowerCase()
    .replaceAll(/\b([bc])\s*\/\s*([fd])\b/g, '$1$2')
    .split(/\s*[/|]\s*|\s{2,}|(?<=[a-z])\s*(?=[\u4e00-\u9fff])|(?<=[\u4e00-\u9fff])\s*(?=[a-z])/)
    .map(plainLabel)
    .filter((part) => part !== '');
  if (parts.length < 2) return undefined;
  const labels = parts.map((part) => patterns.find(([, pattern]) => pattern.test(part))?.[0]);
  const [first] = labels;
  return first !== undefined && labels.every((label) => label === first) ? first : undefined;
}

const figure =
  /(?<![\w.,])(?:(?:RM|[A-Z]{3}|[SA]?\$|€|£)\s?)?[-+(]?\d[\d.,]*\d?\)?(?:\s?(?:CR|DR|OD|D|C|[-+])(?![\w]))?(?![\w.,/-]*\d)|(?<![\w.,])\.\d\d[-+]?(?![\w])/g;

/** Parts of a line: texts and figures in turn. */
export function dividedLine(
  text: string,
  decimalMark: '.' | ',',
): { text: string; amount: PrintedAmount | undefined }[] {
  const parts: { text: string; amount: PrintedAmount | undefined }[] = [];
  let from = 0;
  for (const found of text.matchAll(figure)) {
    const amount = printedAmount(found[0], decimalMark);
    if (amount === undefined) continue;
    const before = text.slice(from, found.index);
    if (before.trim() !== '') parts.push({ text: before, amount: undefined });
    parts.push({ text: found[0], amount });
    from = found.index + found[0].length;
  }
  if (text.slice(from).trim() !== '') parts.push({ text: text.slice(from), amount: undefined });
  return parts;
}

const hasDecimals = (text: string) => /[.,]\d{2,3}\D*$/.test(text);

const countLabels: Readonly<Partial<Record<Label, Label>>> = { credits: 'creditCount', debits: 'debitCount' };

const isBalance = (label: Label) => label === 'opening' || label === 'closing' || label === 'forward';

/** A text without its dates, as in "Closing balance as at 31 Oct 2026". */
const withoutDates = (text: string): string =>
  datesWithin(text)
    .filter(({ date }) => date.year !== null || !date.isNumeric)
    .reduce((rest, { date }) => rest.replace(date.text, ' '.repeat(date.text.length)), text);

/**
 * The labelled amounts of a line on which everything is a label or a figure, such as "TOTAL DEBIT : 3  1,200.00"; undefined where
 * another text is among them. A number before an amount is the number of the entries.
 */
export function labelledAmounts(text: string, decimalMark: '.' | ','): LabelledAmount[] | undefined {
  const found: LabelledAmount[] = [];
  let label: Label | undefined;
  let labelText = '';
  const parts = dividedLine(withoutDates(text), decimalMark);
  for (const [index, part] of parts.entries()) {
    if (part.amount === undefined) {
      label = labelOf(part.text);
      labelText = part.text.trim();
      if (label === undefined) return undefined;
      continue;
    }
    // two figures behind the label of one balance are those of an entry
    if (label === undefined || (isBalance(label) && parts[index - 1]?.amount !== undefined)) return undefined;
    const next = parts[index + 1]?.amount;
    const counted = countLabels[label];
    const isCount = counted !== undefined && next !== undefined && /^\d{1,6}$/.test(part.text.trim());
    if (isCount && counted !== undefined) found.push({ label: counted, text: labelText, amount: part.amount });
    else if (!hasDecimals(part.text) && isBalance(label)) continue;
    else found.push({ label, text: labelText, amount: part.amount });
  }
  return found;
}

/** The labels of a line without figures, one for each phrase; undefined where a phrase is no label. */
export function labelsOf(phrases: readonly string[]): Label[] | undefined {
  const labels = phrases.map(labelOf);
  return labels.length > 0 && labels.every((label) => label !== undefined) ? labels : undefined;
}
