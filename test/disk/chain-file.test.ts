import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { appendEntry, headPath, readChainFile, rewriteChain, writeEnd } from '../../src/disk/chain.ts';

const folder = mkdtempSync(join(tmpdir(), 'tieout-chain-'));
afterAll(() => rmSync(folder, { recursive: true }));
const path = join(folder, 'lines.jsonl');

const add = async (content: object) => {
  const { end } = await readChainFile(path);
  await writeEnd(path, await appendEntry(path, end, content));
};
const names = async () =>
  (await readChainFile(path)).chain.entries.map(({ content }) => (content as { name: string }).name);

beforeEach(async () => {
  for (const file of [path, headPath(path)]) rmSync(file, { force: true });
  for (const name of ['Aida', 'Ben', 'Aida']) await add({ name });
});

describe('a chain that is written again', () => {
  const redacted = (text: string) => text.replaceAll('Aida', 'gone');

  test('has the other text, and is whole', async () => {
    expect(await rewriteChain(path, redacted)).toBe(true);
    expect(await names()).toEqual(['gone', 'Ben', 'gone']);
    await add({ name: 'Cai' });
    expect(await names()).toEqual(['gone', 'Ben', 'gone', 'Cai']);
    expect(await rewriteChain(path, redacted)).toBe(false);
  });

  test('is whole whenever its writer is killed, and lines that are missing are noticed then too', async () => {
    const before = readFileSync(path);
    const headBefore = readFileSync(headPath(path), 'utf8');
    await rewriteChain(path, redacted);
    const after = readFileSync(path);
    const headAfter = readFileSync(headPath(path), 'utf8');
    const both = `${JSON.stringify({ ...JSON.parse(headBefore), next: JSON.parse(headAfter) })}\n`;
    for (const [lines, expected] of [
      [before, ['Aida', 'Ben', 'Aida']],
      [after, ['gone', 'Ben', 'gone']],
    ] as const) {
      writeFileSync(path, lines);
      writeFileSync(headPath(path), both);
      expect(await names()).toEqual(expected);
      const short = Buffer.from(`${lines.toString().split('\n').slice(0, 2).join('\n')}\n`);
      writeFileSync(path, short);
      await expect(readChainFile(path)).rejects.toThrow('3 lines were written, and there are 2');
    }
    writeFileSync(path, before);
    await rewriteChain(path, redacted);
    expect(await names()).toEqual(['gone', 'Ben', 'gone']);
    expect(readFileSync(headPath(path), 'utf8')).toBe(headAfter);
  });
});

test('an entry whose end could not be written is kept, and the next one follows it', async () => {
  const { end } = await readChainFile(path);
  const next = await appendEntry(path, end, { name: 'Cai' });
  expect(await names()).toEqual(['Aida', 'Ben', 'Aida', 'Cai']);
  await writeEnd(path, await appendEntry(path, next, { name: 'Dan' }));
  expect(await names()).toEqual(['Aida', 'Ben', 'Aida', 'Cai', 'Dan']);
});
