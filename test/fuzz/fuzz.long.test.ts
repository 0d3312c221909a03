import { isUtf8 } from 'node:buffer';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { type CorpusCase, corpusCases } from '../given/corpus-case.ts';
import { isWhole, shareOf } from '../given/share.ts';
import { type Loaded, type Outcome, openChangedLoader } from './load-changed.ts';

/*
 * Files of the corpus that are changed at any place. Each is refused, with words for people, or each of its lines is loaded or rejected
 * once; and only what was changed differs.
 */

const loader = await openChangedLoader();
afterAll(() => loader.close());

const loading = corpusCases().filter(
  ({ outcome, ...each }) => outcome === 'loaded' && 'lines' in each && each.lines > 0,
);
const casesPerFile = isWhole ? 8 : 3;
const some = (files: readonly CorpusCase[]) => shareOf(files, 12).slice(0, isWhole ? 30 : 12);

/** What is wrong with an outcome, whatever was done to the file. */
function wrongWith({ as }: CorpusCase, outcome: Outcome): string[] {
  if (outcome.status === 'crashed') return [`it crashed: ${outcome.message}`];
  if (outcome.status === 'refused')
    return /undefined|\[object|NaN|internal error/i.test(outcome.message) ? [`it was refused: ${outcome.message}`] : [];
  const { lines, rows } = outcome;
  if (new Set(lines).size !== lines.length) return ['a line is loaded and rejected, or loaded twice'];
  // a repeated delivery of a callback is one event
  const isLost = as !== 'callbacks' && lines.length !== rows;
  return isLost ? [`${rows} rows were read, and ${lines.length} are loaded or rejected`] : [];
}

const odd = [...'",;\t\0\uFEFF\uFFFD\u200b\n\r\f-9', '\n"', '&bogus;', '<![CDATA['];
const place = fc.double({ min: 0, max: 1, noNaN: true });
const byteChange = fc.oneof(
  fc.record({ what: fc.constant('flip' as const), at: place, bit: fc.nat(7) }),
  fc.record({ what: fc.constant('cut' as const), at: place, length: fc.integer({ min: 1, max: 300 }) }),
  fc.record({ what: fc.constant('end' as const), at: place }),
  fc.record({ what: fc.constant('double' as const), at: place, length: fc.integer({ min: 1, max: 300 }) }),
  fc.record({ what: fc.constant('insert' as const), at: place, text: fc.constantFrom(...odd) }),
);
type ByteChange = typeof byteChange extends fc.Arbitrary<infer Change> ? Change : never;

function changedBytes(bytes: Buffer, change: ByteChange): Buffer {
  const at = Math.floor(change.at * (bytes.length - 1));
  const replaced = (to: number, by: Buffer) => Buffer.concat([bytes.subarray(0, at), by, bytes.subarray(to)]);
  if (change.what === 'flip') return replaced(at + 1, Buffer.from([(bytes[at] ?? 0) ^ (1 << change.bit)]));
  if (change.what === 'cut') return replaced(at + change.length, Buffer.alloc(0));
  if (change.what === 'end') return bytes.subarray(0, at);
  if (change.what === 'double') return replaced(at, bytes.subarray(at, at + change.length));
  return replaced(at, Buffer.from(change.text));
}

test.each(some(loading))('Changed bytes of $name', async (each) => {
  const bytes = loader.bytesOf(each);
  await fc.assert(
    fc.asyncProperty(byteChange, async (change) => {
      const { outcome, problems } = await loader.load(each, changedBytes(bytes, change));
      expect([...problems, ...wrongWith(each, outcome)]).toEqual([]);
    }),
    { numRuns: casesPerFile },
  );
});

/** A change of one line of a table, with how many facts it may take away and add. */
const lineChanges: Record<string, (line: string) => { lines: string[]; gone: number; added: number }> = {
  'is left out': () => ({ lines: [], gone: 1, added: 0 }),
  'is doubled': (line) => ({ lines: [line, line], gone: 0, added: 1 }),
  'has another digit': (line) => ({
    lines: [line.replace(/\d(?=\D*$)/, (digit) => `${(Number(digit) + 1) % 10}`)],
    gone: 1,
    added: 1,
  }),
  'has another sign': (line) => ({ lines: [line.replace(/(?<=[,;\t])(?=\d+\.\d\d)/, '-')], gone: 1, added: 1 }),
  'has an empty cell': (line) => ({ lines: [line.replace(/(?<=[,;\t])[^,;\t]+/, '')], gone: 1, added: 1 }),
  'has its first cells swapped': (line) => ({
    lines: [line.replace(/^([^,;\t]+)([,;\t])([^,;\t]+)/, '$3$2$1')],
    gone: 1,
    added: 1,
  }),
  'has a date of another century': (line) => ({ lines: [line.replace(/\b20(?=\d\d-)/, '19')], gone: 1, added: 1 }),
};

/** Entries of one list that the other does not have as often. */
function without(list: readonly string[], other: readonly string[]): string[] {
  const rest = [...other];
  return list.filter((entry) => {
    const at = rest.indexOf(entry);
    if (at !== -1) rest.splice(at, 1);
    return at === -1;
  });
}

/** The lines of a table in UTF-8 without line ends in its cells, as the program numbers them. */
function linesOf(bytes: Buffer, { headerLine, rows }: Loaded): string[] | undefined {
  const lines = bytes.toString('utf8').split('\n');
  const isPlain = headerLine !== null && lines.slice(headerLine).filter((line) => line.trim() !== '').length === rows;
  return isPlain && isUtf8(bytes) && !bytes.includes(0) ? lines : undefined;
}

const tables = loading.filter(({ name }) => /\.(csv|tsv|txt)$/.test(name));

test.each(some(tables))('Changed lines of $name', async (each) => {
  const bytes = loader.bytesOf(each);
  const { outcome: original } = await loader.load(each, bytes);
  if (original.status !== 'loaded') throw new Error(`${each.name} was ${original.status}: ${original.message}`);
  const lines = linesOf(bytes, original);
  if (lines === undefined) return;
  const first = original.headerLine ?? 0;
  const anyLine = fc.integer({ min: first, max: first + original.rows - 1 });
  await fc.assert(
    fc.asyncProperty(anyLine, fc.constantFrom(...Object.values(lineChanges)), async (at, change) => {
      const { lines: changed, gone, added } = change(lines[at] ?? '');
      const text = lines.toSpliced(at, 1, ...changed).join('\n');
      const { outcome, problems } = await loader.load(each, Buffer.from(text));
      expect([...problems, ...wrongWith(each, outcome)]).toEqual([]);
      // a file whose lines show another convention is read by that one, all of it
      if (outcome.status !== 'loaded' || outcome.convention !== original.convention) return;
      // a line that is rejected is lost in plain sight
      const rejected = Math.max(0, outcome.rejected - original.rejected);
      // a row with one cell may continue the description of the entry above it, which then differs
      const continued = (lines[at] ?? '').split(/[,;\t]/).filter((cell) => cell.trim() !== '').length === 1 ? 1 : 0;
      expect(without(original.facts, outcome.facts).length).toBeLessThanOrEqual(gone + rejected + continued);
      expect(without(outcome.facts, original.facts).length).toBeLessThanOrEqual(added + continued);
    }),
    { numRuns: casesPerFile },
  );
});
