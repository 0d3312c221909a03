import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Chain, chainLine, checkHead, readChain } from '../../src/disk/chain.ts';

/** A chain of the given contents after lines that were written before entries were chained. */
function written(contents: readonly object[], before = ''): { bytes: Buffer; head: { entries: number; hash: string } } {
  let text = before;
  let { hash } = readChain(Buffer.from(before));
  for (const content of contents) {
    const entry = chainLine(content, hash);
    text += entry.line;
    hash = entry.hash;
  }
  const bytes = Buffer.from(text);
  return { bytes, head: { entries: text.split('\n').length - 1, hash } };
}

const contents = fc.array(fc.record({ id: fc.nat(), name: fc.string({ unit: 'grapheme', maxLength: 12 }) }), {
  minLength: 1,
  maxLength: 6,
});
const plainLines = (some: readonly object[]) => some.map((content) => `${JSON.stringify(content)}\n`).join('');

function proven(bytes: Buffer, head: Parameters<typeof checkHead>[1]): Chain {
  const chain = readChain(bytes);
  checkHead(chain, head);
  return chain;
}

test('A chain gives what was written, after lines that were written before there were chains', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ id: fc.nat() }), { maxLength: 3 }), contents, (before, after) => {
      const { bytes, head } = written(after, plainLines(before));
      const { entries, hash } = proven(bytes, head);
      expect(entries.map(({ content }) => content)).toMatchObject([...before, ...after]);
      expect(entries.map((entry) => entry.hash === undefined)).toEqual([
        ...before.map(() => true),
        ...after.map(() => false),
      ]);
      expect(hash).toBe(head.hash);
    }),
  );
});

describe('It is broken', () => {
  test('by any byte that is another one', () => {
    fc.assert(
      fc.property(contents, contents, fc.nat(), fc.integer({ min: 1, max: 255 }), (before, after, place, flip) => {
        const { bytes, head } = written(after, plainLines(before));
        const at = place % bytes.length;
        bytes[at] = (bytes[at] ?? 0) ^ flip;
        expect(() => proven(bytes.subarray(0, bytes.lastIndexOf(0x0a) + 1), head)).toThrow();
      }),
      { numRuns: 500 },
    );
  });

  test('by any line that is missing, repeated or exchanged with the next', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(), { minLength: 2, maxLength: 6 }), fc.nat(), (ids, place) => {
        const { bytes, head } = written(ids.map((id) => ({ id })));
        const lines = bytes.toString('utf8').split('\n').slice(0, -1);
        const at = place % (lines.length - 1);
        const [line = '', next = ''] = lines.slice(at);
        const rest = lines.slice(at + 2);
        for (const changed of [[next], [line], [line, line, next], [line, next, next], [next, line]]) {
          const text = [...lines.slice(0, at), ...changed, ...rest].map((each) => `${each}\n`).join('');
          expect(() => proven(Buffer.from(text), head)).toThrow();
        }
      }),
    );
  });

  test('by an end that was taken away with its hash', () => {
    const { bytes, head } = written([{ id: 1 }, { id: 2 }]);
    const first = bytes.subarray(0, bytes.indexOf(0x0a) + 1);
    expect(() => proven(first, head)).toThrow('2 lines were written, and there are 1');
    expect(() => proven(Buffer.alloc(0), head)).toThrow('2 lines were written, and there are 0');
    expect(() => proven(bytes, undefined)).toThrow(
      'the file beside it that states how many lines were written is missing',
    );
  });
});

test('A process that was killed before it wrote the head leaves entries that the chain proves', () => {
  const { bytes, head } = written([{ id: 1 }]);
  expect(proven(bytes, undefined).entries.length).toBe(1);
  const more = Buffer.from(bytes.toString('utf8') + chainLine({ id: 2 }, head.hash).line);
  expect(proven(more, head).entries.length).toBe(2);
});
