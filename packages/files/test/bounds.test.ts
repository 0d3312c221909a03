import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { decodedText } from '../src/bank/decoded-text.ts';
import { xmlBounds, xmlElements } from '../src/bank/xml-elements.ts';
import { FileRefusal } from '../src/file-refusal.ts';
import { openFile } from '../src/open-file.ts';
import { mostColumns } from '../src/table/header.ts';
import { givenFiles } from './given/given-files.ts';

const given = givenFiles();

/** The number of elements that are read before a document ends or is refused, and the refusal. */
async function elementsOf(content: string): Promise<{ opened: number; error: FileRefusal | undefined }> {
  const file = given(content);
  const text = await decodedText(file);
  let opened = 0;
  try {
    for await (const event of xmlElements(text, file)) if (event.kind === 'open') opened += 1;
    return { opened, error: undefined };
  } catch (error) {
    if (error instanceof FileRefusal) return { opened, error };
    throw error;
  } finally {
    await text.close();
  }
}

describe('An XML bank statement beyond its bounds', () => {
  const { depth, attributes, letters } = xmlBounds;
  const nested = (count: number) => '<a>'.repeat(count) + '</a>'.repeat(count);

  test('elements in one another', async () => {
    expect(await elementsOf(nested(depth))).toEqual({ opened: depth, error: undefined });
    const { opened, error } = await elementsOf(nested(200_000));
    expect(error?.code).toBe('FILE_TOO_LARGE');
    expect(error?.message).toContain(`more than ${depth} elements in one another`);
    // a part of the file was read, not 200,000 elements
    expect(opened).toBeLessThanOrEqual(depth);
  });

  test('attributes', async () => {
    const element = (count: number) => `<a ${Array.from({ length: count }, (_, index) => `b${index}="1"`).join(' ')}/>`;
    expect((await elementsOf(element(attributes))).error).toBeUndefined();
    expect((await elementsOf(element(attributes + 1))).error?.code).toBe('FILE_TOO_LARGE');
  });

  test.each([
    ['a text', `<a><b>${'x'.repeat(letters + 1)}</b></a>`],
    ['a text in parts', `<a><b>${`${'x'.repeat(1000)}<c/>`.repeat(letters / 1000 + 1)}</b></a>`],
    ['the name of an element', `<a><${'x'.repeat(2 * letters)}/></a>`],
    ['the value of an attribute', `<a><b c="${'x'.repeat(2 * letters)}"/></a>`],
    ['a comment', `<a><!--${'x'.repeat(2 * letters)}--></a>`],
  ])('%s of more than 1 MiB', async (_what, content) => {
    const { error } = await elementsOf(content);
    expect(error?.code).toBe('FILE_TOO_LARGE');
    expect(error?.message).toContain('1 MiB');
  });

  test('the blanks between many elements are no text', async () => {
    const count = letters / 8;
    const { opened, error } = await elementsOf(`<a>${`          <b/>\n`.repeat(count)}</a>`);
    expect({ opened, error }).toEqual({ opened: count + 1, error: undefined });
  });
});

describe('A table beyond its bounds', () => {
  const columns = { order: ['order'], amount: ['amount'] };
  const orders = givenFiles({ title: 'order file', columns, required: ['order', 'amount'], section: 'books.orders' });
  const open = async (content: string) => {
    const opened = await openFile(orders(content), ['csv']);
    await opened.close();
    return opened.header;
  };
  const header = (columns: number, name: (index: number) => string) =>
    `order,amount,${Array.from({ length: columns - 2 }, (_, index) => name(index)).join(',')}\n`;

  test('columns', async () => {
    const names = (index: number) => `extra ${index}`;
    expect((await open(header(mostColumns, names))).width).toBe(mostColumns);
    await expect(open(header(mostColumns + 1, names))).rejects.toMatchObject({
      code: 'FILE_TOO_LARGE',
      message: 'The order file has 1,001 columns; at most 1,000 are read.',
      place: { line: 1 },
    });
  });

  test('blank columns at the end are none', async () => {
    expect((await open(header(mostColumns * 2, (index) => (index < 3 ? `extra ${index}` : '')))).width).toBe(5);
  });

  test('columns with one name have names of their own, whatever the others are called', async () => {
    const names = ['Note', 'note (2)', 'NOTE', 'note', 'Note (2)'];
    const { others } = await open(`order,amount,${names.join(',')}\n`);
    expect(others.map(({ name }) => name)).toEqual(['Note', 'note (2)', 'NOTE (3)', 'note (4)', 'Note (2) (2)']);
  });
});

describe('A bank message beyond its bounds', () => {
  const head = ':20:A\n:25:111\n:28C:1/1\n:60F:C261101MYR1,00\n:61:2611021102C1,00NTRFX//1\n:86:';
  const readAll = async (content: string, format: 'mt940' | 'ofx') => {
    const opened = await openFile(given(content), [format]);
    try {
      for await (const _ of opened.rows());
    } finally {
      await opened.close();
    }
  };

  test.each([
    ['a line', `${head}${'x'.repeat(3 << 20)}`, 'mt940', 'more than 1 MiB'],
    [
      'the lines of a field',
      `${head}${'x\n'.repeat(1001)}`,
      'mt940',
      'The field :86: on line 6 has more than 1000 lines',
    ],
    ['a text', `<OFX><MEMO>${'x'.repeat(2 << 20)}`, 'ofx', 'more than 1 MiB'],
    ['a comment', `<OFX><!--${'<x>'.repeat(1 << 20)}`, 'ofx', 'more than 1 MiB'],
    ['groups in one another', `<OFX>${'<PAYEE>'.repeat(200)}`, 'ofx', 'more than 100 groups in one another'],
  ] as const)('%s', async (_what, content, format, message) => {
    await expect(readAll(content, format)).rejects.toMatchObject({
      code: 'FILE_TOO_LARGE',
      message: expect.stringContaining(message),
    });
  });
});

describe('A PDF whose streams unpack to more than its bounds', () => {
  /** A page whose content is packed once or twice. */
  function pdfWith(unpackedMib: number, times: 1 | 2) {
    let content = Buffer.alloc(unpackedMib * 1024 ** 2, ' ');
    for (let time = 0; time < times; time += 1) content = deflateSync(content);
    const filter = `[${'/FlateDecode '.repeat(times)}]`;
    return Buffer.concat([
      Buffer.from(
        '%PDF-1.7\n1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj\n2 0 obj <</Type /Pages /Kids [3 0 R] /Count 1>> endobj\n' +
          '3 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Resources <<>> /Contents 4 0 R>> endobj\n' +
          `4 0 obj <</Length ${content.length} /Filter ${filter}>> stream\n`,
      ),
      content,
      Buffer.from('\nendstream endobj\ntrailer <</Root 1 0 R>>\n'),
    ]);
  }

  test.each([[1], [2]] as const)('packed %i times', async (times) => {
    const before = process.memoryUsage().arrayBuffers;
    const pdf = pdfWith(300, times);
    await expect(openFile(given(pdf), ['pdf'])).rejects.toMatchObject({
      code: 'FILE_TOO_LARGE',
      message: expect.stringMatching(
        /^A stream of the bank statement unpacks to \d+ MiB, [\d,]+ times its size; the limit is 150 times\.$/,
      ),
      remedy: 'Export the file again. If the file is right, raise reading.highest_ratio.',
    });
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1024 ** 3);
  });

  test('a stream within the bounds is read', async () => {
    await expect(openFile(given(pdfWith(60, 1)), ['pdf'])).rejects.toMatchObject({ code: 'FILE_NOT_A_TABLE' });
    const limits = { largestUnpackedBytes: 1024 ** 2, highestRatio: 150 };
    await expect(openFile(given(pdfWith(60, 1), { limits }), ['pdf'])).rejects.toMatchObject({
      code: 'FILE_TOO_LARGE',
      message: 'A stream of the bank statement unpacks to 2 MiB; the limit is 1 MiB.',
    });
  });
});
