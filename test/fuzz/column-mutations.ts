import type { Layout } from './layout.ts';
import type { Mutant } from './mutation.ts';
import type { Random } from './random.ts';

type Statement = { bytes: Buffer; layout: Layout | undefined };

/** The places of amount, fee and net amount in a plain table that has all three, with its cells. */
function moneyColumns({ bytes, layout }: Statement) {
  if (layout?.header === undefined || bytes.includes('"')) return undefined;
  const header = bytes.toString('latin1', layout.header.from, layout.header.to).replace(/[\r\n]+$/, '');
  const delimiter = [',', ';', '\t', '|'].sort((a, b) => header.split(b).length - header.split(a).length)[0] ?? ',';
  const names = header.split(delimiter).map((name) => name.trim().toLowerCase());
  const [amount, fee, net] = [/^(gross )?amount$/, /^fees?( amount)?$/, /^net( amount)?$/].map((name) =>
    names.findIndex((each) => name.test(each)),
  );
  if (amount === undefined || fee === undefined || net === undefined || Math.min(amount, fee, net) < 0)
    return undefined;
  const rows = layout.records.map(({ from, to }) => bytes.toString('latin1', from, to).split(delimiter));
  const hasFee = rows.filter((cells) => /[1-9]/.test(cells[fee] ?? '') && /[1-9]/.test(cells[net] ?? '')).length;
  return hasFee < 3 ? undefined : { amount, fee, net, delimiter };
}

/** Changes the cells of every record. What the arithmetic of the lines contradicts must be refused or rejected. */
function inEveryRecord(
  original: Statement,
  what: string,
  delimiter: string,
  change: (cells: string[]) => void,
): Mutant {
  const { bytes, layout } = original;
  const chunks: Buffer[] = [];
  let at = 0;
  for (const { from, to } of layout?.records ?? []) {
    const text = bytes.toString('latin1', from, to);
    const end = /[\r\n]*$/.exec(text)?.[0] ?? '';
    const cells = text.slice(0, text.length - end.length).split(delimiter);
    change(cells);
    chunks.push(bytes.subarray(at, from), Buffer.from(cells.join(delimiter) + end, 'latin1'));
    at = to;
  }
  chunks.push(bytes.subarray(at));
  const allowed = { changed: Infinity, removed: 0, added: 0, isContradicted: true };
  return { bytes: Buffer.concat(chunks), what, allowed };
}

export function swapColumns(original: Statement, random: Random): Mutant | undefined {
  const columns = moneyColumns(original);
  if (columns === undefined) return undefined;
  // fee and net amount add up to the amount in either order
  const [one, other] = random.pick([
    ['amount', 'fee'],
    ['amount', 'net'],
  ] as const);
  const [left, right] = [columns[one], columns[other]];
  return inEveryRecord(original, `the columns ${one} and ${other} swapped`, columns.delimiter, (cells) => {
    [cells[left], cells[right]] = [cells[right] ?? '', cells[left] ?? ''];
  });
}

export function scaleColumn(original: Statement, random: Random): Mutant | undefined {
  const columns = moneyColumns(original);
  if (columns === undefined) return undefined;
  const name = random.pick(['amount', 'fee', 'net'] as const);
  const place = columns[name];
  return inEveryRecord(original, `the column ${name} a hundred times as large`, columns.delimiter, (cells) => {
    cells[place] = (cells[place] ?? '').replace(/(\d+)[.,](\d{2})\b/, (_found, whole, part) => `${whole}${part}.00`);
  });
}
