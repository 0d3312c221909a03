import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { defaultReading } from '../../src/domain/reading.ts';
import { TieoutError } from '../../src/domain/tieout-error.ts';
import { decodedText } from '../../src/formats/bank/decoded-text.ts';
import { xmlBounds, xmlElements } from '../../src/formats/bank/xml-elements.ts';

const folder = mkdtempSync(join(tmpdir(), 'tieout-bounds-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const spec = { title: 'bank statement', columns: {}, required: [], section: 'books.bank' };

function fileOf(content: string) {
  const path = join(folder, 'file');
  writeFileSync(path, content);
  return { path, fileName: 'file', spec, reading: defaultReading };
}

/** The number of elements that are read before a document ends or is refused, and the refusal. */
async function elementsOf(content: string): Promise<{ opened: number; error: TieoutError | undefined }> {
  const file = fileOf(content);
  const text = await decodedText(file);
  let opened = 0;
  try {
    for await (const event of xmlElements(text, file)) if (event.kind === 'open') opened += 1;
    return { opened, error: undefined };
  } catch (error) {
    if (error instanceof TieoutError) return { opened, error };
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
