import type { Layout, Span } from './layout.ts';
import { allowedBy, applyEdit, type Edit, type Mutant, nothing } from './mutation.ts';
import type { Random } from './random.ts';
import { type Part, partsOf, workbookOf } from './workbook.ts';

export type Workbook = { bytes: Buffer; headerLine: number };

type Mutation = (original: Workbook, random: Random) => Mutant | undefined;

const isSheet = ({ name }: Part) => /^xl\/worksheets\/[^/]+\.xml$/.test(name);

/** The rows of a sheet; those above the header and the header itself are its frame. */
function sheetLayout({ content }: Part, headerLine: number): Layout {
  const text = content.toString('latin1');
  const rows = [...text.matchAll(/<(\w+:)?row\b[^>]*?(\/>|>.*?<\/(\w+:)?row>)/gs)].map(
    ({ index, 0: found }, position) => ({
      span: { from: index, to: index + found.length } satisfies Span,
      number: Number(/ r="(\d+)"/.exec(found)?.[1] ?? position + 1),
      hasCell: /<(\w+:)?(v|t)[ >]/.test(found),
    }),
  );
  return {
    header: rows.find(({ number }) => number === headerLine)?.span,
    records: rows.filter(({ number, hasCell }) => number > headerLine && hasCell).map(({ span }) => span),
    isRegular: true,
  };
}

/** Edits one part and packs the workbook again, so that only the content is damaged and not the archive. */
function inPart(
  isWanted: (part: Part) => boolean,
  what: string,
  edit: (part: Part, random: Random, layout: Layout) => Edit | undefined,
): Mutation {
  return ({ bytes, headerLine }, random) => {
    const parts = partsOf(bytes);
    const chosen = parts.filter(isWanted);
    if (chosen.length === 0) return undefined;
    const part = random.pick(chosen);
    // rows of a second sheet may not count: only a workbook of one sheet tells which records an edit touches
    const isAlone = parts.filter(isSheet).length === 1 && isSheet(part);
    const layout = sheetLayout(part, headerLine);
    const edited = edit(part, random, layout);
    if (edited === undefined) return undefined;
    const changed = parts.map((each) => (each === part ? { ...each, content: applyEdit(each.content, edited) } : each));
    return {
      bytes: workbookOf(changed),
      what: `${what} at byte ${edited.from} of ${part.name}`,
      allowed: allowedBy(edited, isAlone ? layout : undefined),
    };
  };
}

const none = Buffer.alloc(0);
const anyPart = ({ content }: Part) => content.length > 0;

function rawEdit(what: string, edit: (bytes: Buffer, random: Random) => Edit): Mutation {
  return ({ bytes }, random) => {
    const one = edit(bytes, random);
    // the archive has checksums: what is accepted must be what was packed
    return { bytes: applyEdit(bytes, one), what: `${what} at byte ${one.from} of the archive`, allowed: nothing };
  };
}

/** Replaces a part of a row that a pattern finds. */
function inRow(pattern: RegExp, what: string, replace: (found: string, random: Random) => string): Mutation {
  return inPart(isSheet, what, ({ content }, random, { records }) => {
    if (records.length === 0) return undefined;
    const { from, to } = random.pick(records);
    const found = [...content.toString('latin1', from, to).matchAll(pattern)];
    if (found.length === 0) return undefined;
    const match = random.pick(found);
    const start = from + match.index;
    return { from: start, to: start + match[0].length, by: Buffer.from(replace(match[0], random), 'latin1') };
  });
}

export const workbookMutations: Readonly<Record<string, Mutation>> = {
  zipFlip: rawEdit('bit flipped', (bytes, random) => {
    const at = random.int(0, bytes.length - 1);
    return { from: at, to: at + 1, by: Buffer.from([(bytes[at] ?? 0) ^ (1 << random.int(0, 7))]) };
  }),
  zipCut: rawEdit('cut off', (bytes, random) => ({
    from: random.int(0, bytes.length - 1),
    to: bytes.length,
    by: none,
  })),
  zipCutOut: rawEdit('bytes removed', (bytes, random) => {
    const from = random.int(0, bytes.length - 1);
    return { from, to: Math.min(bytes.length, from + random.int(1, 300)), by: none };
  }),
  xmlFlip: inPart(anyPart, 'bit flipped', ({ content }, random) => {
    const at = random.int(0, content.length - 1);
    return { from: at, to: at + 1, by: Buffer.from([(content[at] ?? 0) ^ (1 << random.int(0, 7))]) };
  }),
  sheetFlip: inPart(isSheet, 'bit flipped', ({ content }, random) => {
    const at = random.int(0, content.length - 1);
    return { from: at, to: at + 1, by: Buffer.from([(content[at] ?? 0) ^ (1 << random.int(0, 7))]) };
  }),
  xmlCut: (original, random) => {
    const cut = inPart(isSheet, 'sheet cut off', ({ content }, source) => ({
      from: source.int(0, content.length - 1),
      to: content.length,
      by: none,
    }))(original, random);
    // a sheet that ends early is no sheet
    return cut === undefined ? undefined : { ...cut, allowed: nothing };
  },
  dropTag: inPart(anyPart, 'tag dropped', ({ content }, random) => {
    const tags = [...content.toString('latin1').matchAll(/<[^>]*>/g)];
    if (tags.length === 0) return undefined;
    const tag = random.pick(tags);
    return { from: tag.index, to: tag.index + tag[0].length, by: none };
  }),
  dropRow: inPart(isSheet, 'row dropped', (_part, random, { records }) =>
    records.length === 0 ? undefined : { ...random.pick(records), by: none },
  ),
  doubleRow: inPart(isSheet, 'row doubled', ({ content }, random, { records }) => {
    if (records.length === 0) return undefined;
    const { from, to } = random.pick(records);
    return { from, to: from, by: content.subarray(from, to) };
  }),
  digit: inRow(/\d/g, 'digit changed', (found, random) => String((Number(found) + random.int(1, 9)) % 10)),
  emptyCell: inRow(/<v>[^<]*<\/v>/g, 'cell emptied', () => ''),
  cellType: inRow(
    / t="\w+"/g,
    'type changed',
    (_found, random) => ` t="${random.pick(['n', 's', 'b', 'e', 'd', 'str', 'inlineStr', 'zz'])}"`,
  ),
  cellStyle: inRow(/ s="\d+"/g, 'style changed', (_found, random) => ` s="${random.int(0, 30)}"`),
  cellPlace: inRow(
    / r="[A-Z]+\d+"/g,
    'place changed',
    (_found, random) => ` r="${random.pick(['A', 'B', 'F', 'AA', 'XFE'])}${random.int(0, 40)}"`,
  ),
  scale: inRow(/<v>-?\d+(\.\d+)?<\/v>/g, 'number changed', (found, random) =>
    found.replace(/-?\d+(\.\d+)?/, (number) =>
      random.pick([`-${number}`, `${number}00`, `${number}E2`, '1E309', '46000.5', 'NaN', '-0', ` ${number} `]),
    ),
  ),
};
