import { scaleColumn, swapColumns } from './column-mutations.ts';
import type { Layout, Span } from './layout.ts';
import { allowedBy, applyEdit, type Edit, type Mutant, nothing } from './mutation.ts';
import type { Random } from './random.ts';

/** A good file with what its mutations need. */
export type Original = { as: string; bytes: Buffer; layout: Layout | undefined; others: readonly Buffer[] };

type Mutation = (original: Original, random: Random) => Mutant | undefined;

const edited = ({ bytes, layout }: Original, edit: Edit, what: string): Mutant => ({
  bytes: applyEdit(bytes, edit),
  what: `${what} at byte ${edit.from}`,
  allowed: allowedBy(edit, layout),
});

const anywhere = ({ bytes }: Original, random: Random) => random.int(0, Math.max(0, bytes.length - 1));

function insertion(texts: readonly (string | Buffer)[], what: string): Mutation {
  return (original, random) => {
    const at = random.int(0, original.bytes.length);
    const by = Buffer.from(random.pick(texts));
    return edited(original, { from: at, to: at, by }, `${what} ${JSON.stringify(by.toString('latin1'))} inserted`);
  };
}

/** A record, and its text without the line end. */
function recordOf({ bytes, layout }: Original, random: Random): { span: Span; text: string } | undefined {
  if (layout === undefined || layout.records.length === 0) return undefined;
  const span = random.pick(layout.records);
  const text = bytes.toString('latin1', span.from, span.to).replace(/[\r\n]+$/, '');
  return { span: { from: span.from, to: span.from + text.length }, text };
}

/** Replaces a part of a record that a pattern finds. */
function inRecord(pattern: RegExp, what: string, replace: (found: string, random: Random) => string): Mutation {
  return (original, random) => {
    const record = recordOf(original, random);
    const found = record === undefined ? [] : [...record.text.matchAll(pattern)].filter(([text]) => text !== '');
    if (record === undefined || found.length === 0) return undefined;
    const match = random.pick(found);
    const [text] = match;
    const from = record.span.from + match.index;
    const by = Buffer.from(replace(text, random), 'latin1');
    return edited(original, { from, to: from + text.length, by }, `${what} ${JSON.stringify(text)}`);
  };
}

const whole =
  (convert: (text: string) => string, what: string): Mutation =>
  ({ bytes, layout }) => {
    const isWide = bytes[0] === 0xff || bytes[0] === 0xfe;
    // a line end in a quoted cell is content
    if (isWide || layout === undefined || !layout.isRegular) return undefined;
    const isInCell = layout.records.some(({ from, to }) =>
      /[\r\n]./s.test(bytes.toString('latin1', from, to).replace(/[\r\n]+$/, '')),
    );
    if (isInCell) return undefined;
    return { bytes: Buffer.from(convert(bytes.toString('latin1')), 'latin1'), what, allowed: nothing };
  };

const lineEndsOf = (text: string) => text.replaceAll(/\r\n|\r/g, '\n');

const ofStatement =
  (mutate: (original: Original, random: Random) => Mutant | undefined): Mutation =>
  (original, random) =>
    original.as === 'statement' ? mutate(original, random) : undefined;

export const textMutations: Readonly<Record<string, Mutation>> = {
  flip: (original, random) => {
    const at = anywhere(original, random);
    const bit = 1 << random.int(0, 7);
    return edited(
      original,
      { from: at, to: at + 1, by: Buffer.from([(original.bytes[at] ?? 0) ^ bit]) },
      `bit ${bit} flipped`,
    );
  },
  digit: inRecord(/\d/g, 'digit changed', (found, random) => String((Number(found) + random.int(1, 9)) % 10)),
  cutEnd: (original, random) => {
    const at = anywhere(original, random);
    return edited(original, { from: at, to: original.bytes.length, by: Buffer.alloc(0) }, 'cut off');
  },
  cutOut: (original, random) => {
    const from = anywhere(original, random);
    const to = Math.min(original.bytes.length, from + random.int(1, 200));
    return edited(original, { from, to, by: Buffer.alloc(0) }, `${to - from} bytes removed`);
  },
  doubleBytes: (original, random) => {
    const from = anywhere(original, random);
    const by = original.bytes.subarray(from, from + random.int(1, 200));
    return edited(original, { from, to: from, by }, `${by.length} bytes doubled`);
  },
  splice: (original, random) => {
    if (original.others.length === 0) return undefined;
    const other = random.pick(original.others);
    const start = random.int(0, Math.max(0, other.length - 1));
    const by = other.subarray(start, start + random.int(1, 300));
    const at = anywhere(original, random);
    return edited(original, { from: at, to: at, by }, `${by.length} bytes of another file inserted`);
  },
  dropRecord: (original, random) => {
    const { layout } = original;
    if (layout === undefined || layout.records.length === 0) return undefined;
    const edit = { ...random.pick(layout.records), by: Buffer.alloc(0) };
    return { ...edited(original, edit, 'record dropped'), allowed: { changed: 1, removed: 1, added: 0 } };
  },
  doubleRecord: (original, random) => {
    const { layout, bytes } = original;
    if (layout === undefined || layout.records.length === 0) return undefined;
    const span = random.pick(layout.records);
    const by = bytes.subarray(span.from, span.to);
    const isLast = span === layout.records.at(-1);
    const allowed = { changed: isLast ? 1 : 0, removed: 0, added: 1 };
    return { ...edited(original, { from: span.from, to: span.from, by }, 'record doubled'), allowed };
  },
  swapRecords: (original, random) => {
    const { layout, bytes } = original;
    if (layout === undefined || layout.records.length < 2) return undefined;
    const [one, two] = [random.pick(layout.records), random.pick(layout.records)].sort((a, b) => a.from - b.from);
    if (one === undefined || two === undefined || one === two) return undefined;
    // the last line may have no end: then it would join the next
    if (
      two.to === bytes.length &&
      !/[\r\n]$/.test(bytes.toString('latin1', two.from, two.to)) &&
      layout.header !== undefined
    )
      return undefined;
    const part = ({ from, to }: Span) => bytes.subarray(from, to);
    const swapped = [
      bytes.subarray(0, one.from),
      part(two),
      bytes.subarray(one.to, two.from),
      part(one),
      bytes.subarray(two.to),
    ];
    return {
      bytes: Buffer.concat(swapped),
      what: `records at bytes ${one.from} and ${two.from} swapped`,
      // of two rows of one order the first is loaded
      allowed: original.as === 'orders' ? { changed: 2, removed: 0, added: 0 } : nothing,
    };
  },
  quote: insertion(['"', "'", '""', '"\n', '\n"', ',"', '",'], 'quote'),
  delimiter: insertion([',', ';', '\t', '|', ':'], 'delimiter'),
  nul: insertion(['\0', '\0\0\0\0'], 'NUL'),
  mark: insertion(['\uFEFF', '\uFFFD', '\u2028', '\u00a0', '\u200b', Buffer.from([0xff]), Buffer.from([0xc3])], 'mark'),
  lineEnd: insertion(['\n', '\r\n', '\r', '\n\n', '\u0085', '\f', '\v'], 'line end'),
  byteOrderMark: (original) => {
    const { bytes } = original;
    if ([0xef, 0xff, 0xfe].includes(bytes[0] ?? 0) || original.layout === undefined) return undefined;
    return {
      bytes: Buffer.concat([Buffer.from('\uFEFF'), bytes]),
      what: 'byte order mark set before it',
      allowed: nothing,
    };
  },
  toCrLf: whole((text) => lineEndsOf(text).replaceAll('\n', '\r\n'), 'line ends made CR LF'),
  toLf: whole(lineEndsOf, 'line ends made LF'),
  toCr: whole((text) => lineEndsOf(text).replaceAll('\n', '\r'), 'line ends made CR'),
  noLastLineEnd: ({ bytes, layout }) => {
    const kept = bytes.toString('latin1').replace(/[\r\n]+$/, '');
    if (kept.length === bytes.length || layout === undefined) return undefined;
    return { bytes: bytes.subarray(0, kept.length), what: 'last line end removed', allowed: nothing };
  },
  emptyCell: inRecord(/[^,;\t|]+/g, 'cell emptied', () => ''),
  swapCells: inRecord(/[^,;\t|"]+[,;\t|][^,;\t|"]+/g, 'cells swapped', (found) =>
    found.replace(/^([^,;\t|]+)([,;\t|])(.+)$/s, '$3$2$1'),
  ),
  scale: inRecord(/\d+\.\d{2}/g, 'amount scaled', (found, random) =>
    random.int(0, 1) === 0 ? found.replace('.', '') : found.replace(/^(\d+)\.(\d)/, '$1$2.'),
  ),
  sign: inRecord(/-?\d+\.\d{2}/g, 'sign changed', (found) => (found.startsWith('-') ? found.slice(1) : `-${found}`)),
  reorderDate: inRecord(/\d{2}([/.-])\d{2}[/.-]\d{4}|\d{4}-\d{2}-\d{2}/g, 'date reordered', (found) =>
    /^\d{4}/.test(found)
      ? found.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$3/$2/$1')
      : found.replace(/^(\d{2})(.)(\d{2})/, '$3$2$1'),
  ),
  farDate: inRecord(/\d{4}-\d{2}-\d{2}/g, 'date moved', (found, random) =>
    found.replace(/^\d{4}/, random.pick(['0025', '1925', '2125', '9999', '0000', '1899'])),
  ),
  dropTag: inRecord(/<\/?[\w:]+[^>]*>/g, 'tag dropped', () => ''),
  swapColumns: ofStatement(swapColumns),
  scaleColumn: ofStatement(scaleColumn),
  entity: insertion(['&amp;', '&bogus;', '&#0;', '<!--', ']]>', '<!DOCTYPE x>', '<![CDATA['], 'markup'),
};
