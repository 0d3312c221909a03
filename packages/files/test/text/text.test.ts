import { existsSync, readFileSync, statSync } from 'node:fs';
import fc from 'fast-check';
import iconv from 'iconv-lite';
import { describe, expect, test } from 'vitest';
import type { TableFile } from '../../src/table/table-spec.ts';
import { encodingNamed, encodings } from '../../src/text/encodings.ts';
import { openText } from '../../src/text/open-text.ts';
import { textBlocks } from '../../src/text/text-blocks.ts';
import { givenFiles } from '../given/given-files.ts';

const orders = givenFiles({ title: 'order file', section: 'books.orders' }, 'orders.csv');
const given = (content: Buffer, encoding?: string) => orders(content, { encoding });

/** The text as it is read, and the encoding; the copy must be gone afterwards. */
async function read(file: TableFile): Promise<{ text: string; encoding: string; isDamaged: boolean }> {
  const opened = await openText(file);
  const text = readFileSync(opened.path).subarray(opened.contentAt).toString('utf8');
  if (opened.path !== file.path) expect(statSync(opened.path).mode & 0o777).toBe(0o600);
  await opened.close();
  expect(existsSync(opened.path)).toBe(opened.path === file.path);
  return { text, encoding: opened.encoding, isDamaged: opened.isDamaged };
}

const marked = (name: string, bytes: number[], text: string) =>
  Buffer.concat([Buffer.from(bytes), iconv.encode(text, name, { addBOM: false })]);

// the common encodings are in test/formats/corpus/csv
describe('A text is read in the encoding that it shows', () => {
  const text = 'order,customer\r\n1,Ærø 李明 😀\r\n';
  const cases: [string, Buffer, string][] = [
    ['UTF-16 big-endian with a byte order mark', marked('utf-16be', [0xfe, 0xff], text), 'utf-16be'],
    ['UTF-16 big-endian without a byte order mark', iconv.encode(text, 'utf-16be', { addBOM: false }), 'utf-16be'],
    ['UTF-32 big-endian with a byte order mark', marked('utf-32be', [0, 0, 0xfe, 0xff], text), 'utf-32be'],
    ['GB18030 with its mark', marked('gb18030', [0x84, 0x31, 0x95, 0x33], text), 'gb18030'],
  ];
  test.each(cases)('%s', async (_name, content, encoding) => {
    expect(await read(given(content))).toEqual({ text, encoding, isDamaged: false });
  });
});

describe('A text is read in the encoding that is declared', () => {
  const cases: [string, string][] = [
    ['windows-1252', 'café – 5 €'],
    ['CP1252', 'café – 5 €'],
    ['iso-8859-15', 'café 5 €'],
    ['windows-1251', 'Счёт № 5'],
    ['windows-874', 'ร้านค้า'],
    ['gbk', '模'],
    ['big5', '李明'],
    ['Shift_JIS', '請求書 ｱｲｳ'],
    ['euc-kr', '한국'],
  ];
  test.each(cases)('%s', async (encoding, word) => {
    const text = `order,customer\n1,${word}\n`;
    expect(await read(given(iconv.encode(text, encoding, { addBOM: false }), encoding))).toEqual({
      text,
      encoding: encodingNamed(encoding),
      isDamaged: false,
    });
  });

  test('but for bytes that it cannot hold', async () => {
    // 0x81 is no letter of windows-1252; 0x80 is a control character in ISO 8859-1, where a file has the euro sign
    for (const [encoding, byte] of [
      ['windows-1252', 0x81],
      ['iso-8859-1', 0x80],
    ] as const) {
      const content = Buffer.from([0x61, byte, 0x62, 0x0a, 0x63, 0x0a]);
      const opened = await openText(given(content, encoding));
      expect(opened.isDamaged).toBe(true);
      expect([...readFileSync(opened.path)]).toEqual([0x61, 0xff, 0x62, 0x0a, 0x63, 0x0a]);
      await opened.close();
    }
  });

  test('half a letter at the end of UTF-16 is no text', async () => {
    const cut = iconv.encode('order\n1\n', 'utf-16le').subarray(0, -1);
    expect((await read(given(cut, 'utf-16le'))).isDamaged).toBe(true);
  });
});

describe('A declared encoding that the file contradicts is refused', () => {
  const cases: [string, string, Buffer, string][] = [
    ['the other order of bytes', 'utf-16le', marked('utf-16be', [0xfe, 0xff], 'a\n'), 'byte order mark of UTF-16BE'],
    ['UTF-16 without a mark', 'utf-8', iconv.encode('order,amount\n', 'utf-16le'), 'its zero bytes show UTF-16LE'],
    ['one byte a letter', 'utf-16', Buffer.from('order,amount\n'), 'its letters have one byte each'],
  ];
  test.each(cases)('%s', async (_name, encoding, content, found) => {
    await expect(openText(given(content, encoding))).rejects.toMatchObject({
      code: 'FILE_ENCODING_CONTRADICTS',
      message: expect.stringContaining(found),
      remedy: expect.stringContaining('books.orders.encoding'),
    });
  });
});

// what is refused with its first word in likely encodings is in test/formats/corpus/csv
describe('A text that declares nothing', () => {
  test('is refused with its first word in a likely encoding', async () => {
    const content = iconv.encode('order,customer\n1,Ali\n2,Siti 聯華電子\n', 'big5');
    await expect(openText(given(content))).rejects.toMatchObject({
      code: 'FILE_ENCODING_UNKNOWN',
      message: expect.stringContaining('"聯華電子" in big5'),
      place: { line: 3 },
      remedy: expect.stringMatching(/books\.orders\.encoding: \S+\.$/),
    });
  });

  test('in UTF-8 with few damaged lines stays UTF-8', async () => {
    const content = Buffer.concat([Buffer.from('李明\n林\n'), Buffer.from([0xe9, 0x0a])]);
    expect(await read(given(content))).toMatchObject({ encoding: 'utf-8', isDamaged: true });
  });

  test('with zero bytes is no text', async () => {
    const content = Buffer.from([0x61, 0, 0, 0xe9, 0x62, 0x0a, 0, 0xff]);
    await expect(openText(given(content))).rejects.toMatchObject({ code: 'FILE_NOT_A_TABLE' });
  });

  test('stays damaged UTF-8 where that is declared', async () => {
    expect(await read(given(Buffer.from([0x61, 0xe9, 0x0a]), 'utf-8'))).toMatchObject({ isDamaged: true });
  });
});

test('Every encoding that can be declared is known to the decoder, and no other', () => {
  expect(Object.keys(encodings).filter((name) => !iconv.encodingExists(name))).toEqual([]);
  expect(['base64', 'hex', 'utf-7', 'binary', 'ebcdic', ''].map(encodingNamed)).toEqual(Array(6).fill(undefined));
});

test('Any text in any Unicode encoding is read back exactly, larger than a block as well', async () => {
  const line = fc.string({ unit: 'binary', maxLength: 40 }).filter((text) => !text.includes('\0'));
  await fc.assert(
    fc.asyncProperty(
      fc.array(line, { maxLength: 8 }),
      fc.constantFrom('utf-16le', 'utf-16be', 'utf-32le', 'gb18030'),
      fc.constantFrom(1, 20_000),
      async (lines, encoding, times) => {
        // control characters of the upper half are no text outside Unicode; the mark of a damaged letter is none anywhere
        const clean = lines.map((text) => text.replaceAll(/[\u0080-\u009f\ufffd\ufeff]/g, ''));
        const text = `a,b;c\n${`${clean.join('\n')}\n`.repeat(times)}`;
        const content = iconv.encode(text, encoding, { addBOM: false });
        const isUnshown = encoding !== 'gb18030' && !content.includes(0);
        fc.pre(
          !isUnshown && Buffer.from(iconv.decode(content, encoding, { stripBOM: false })).equals(Buffer.from(text)),
        );
        const result = await read(given(content, encoding));
        expect(result.text === text).toBe(true);
      },
    ),
    { numRuns: 40, seed: 1 },
  );
});

test('Blocks end where a line ends, and together are the file', async () => {
  const lineEnd = fc.constantFrom('\n', '\r\n', '\r');
  await fc.assert(
    fc.asyncProperty(lineEnd, fc.integer({ min: 1, max: 700_000 }), async (end, length) => {
      const { path } = given(Buffer.from(`${'x'.repeat(length)}é${end}`.repeat(3)));
      const blocks: Buffer[] = [];
      for await (const block of textBlocks(path, 1)) blocks.push(Buffer.from(block));
      expect(Buffer.concat(blocks).equals(readFileSync(path).subarray(1))).toBe(true);
      for (const block of blocks) expect(block.toString().endsWith(end)).toBe(true);
    }),
    { numRuns: 15, seed: 1 },
  );
});
