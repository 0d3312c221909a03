import { createHash } from 'node:crypto';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { readChain } from '../../src/disk/chain.ts';
import { proveObject } from '../../src/disk/object.ts';
import { newReceiptFacts, type ReceiptFacts } from '../../src/domain/receipt.ts';
import { type Landing, openLanding } from '../../src/landing/landing.ts';

const newFolder = () => join(mkdtempSync(join(tmpdir(), 'tieout-landing-')), 'landing');
let folder = '';
let index = '';
let landing: Landing;
beforeEach(async () => {
  folder = newFolder();
  index = join(folder, 'index.jsonl');
  landing = await openLanding(folder);
});

const facts: ReceiptFacts = {
  ...newReceiptFacts({ source: 'gateway', kind: 'statement', company: 'acme', ext: 'csv' }),
  request: { method: 'GET', path: '/company_statements/', query: 'currency=MYR' },
  currency: 'MYR',
  window_from: '2026-11-18T16:00:00Z',
  window_to: '2026-11-19T16:00:00Z',
  received_at: '2026-11-20T00:00:00.123Z',
  content_type: 'text/csv',
};
const sha256 = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex');
const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);

describe('a receipt', () => {
  test('is stored unchanged under its SHA-256 with mode 0600, and indexed', async () => {
    const receipt = await landing.put(facts, { bytes: 'ID,Amount\n1,51.90\n' });
    const digest = sha256('ID,Amount\n1,51.90\n');
    expect(receipt).toEqual({ ...facts, receipt_id: 1, bytes: 18, sha256: digest });
    const path = join(folder, 'objects', digest.slice(0, 2), `${digest}.csv`);
    expect(landing.objectPath(receipt)).toBe(path);
    expect(readFileSync(path, 'utf8')).toBe('ID,Amount\n1,51.90\n');
    expect([path, index, join(folder, 'objects')].map(mode)).toEqual(['600', '600', '700']);
    const { entries, hash } = readChain(readFileSync(index));
    expect(entries).toMatchObject([{ content: receipt, hash }]);
    const head = JSON.parse(readFileSync(join(folder, 'index.head.json'), 'utf8'));
    expect(head).toEqual({ entries: 1, hash });
    expect((await openLanding(folder)).receipts()).toEqual([receipt]);
  });

  test('of known content shares its object', async () => {
    const first = await landing.put(facts, { bytes: 'same' });
    const second = await landing.put({ ...facts, company: 'other' }, { bytes: 'same' });
    expect([first.receipt_id, second.receipt_id]).toEqual([1, 2]);
    expect(landing.objectPath(first)).toBe(landing.objectPath(second));
    expect(readdirSync(join(folder, 'objects', first.sha256.slice(0, 2)))).toEqual([`${first.sha256}.csv`]);
  });

  test('is written one at a time by concurrent writers', async () => {
    const puts = Array.from({ length: 8 }, (_, n) => landing.put(facts, { bytes: `file ${n % 3}` }));
    expect((await Promise.all(puts)).map(({ receipt_id }) => receipt_id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect((await openLanding(folder)).receipts().length).toBe(8);
  });

  test('of a file leaves the file in place, unless it is our own download', async () => {
    const own = landing.temporaryPath();
    writeFileSync(own, 'downloaded');
    const theirs = join(folder, 'theirs.csv');
    writeFileSync(theirs, 'imported');
    await landing.put(facts, { file: own });
    const receipt = await landing.put({ ...facts, original_name: 'theirs.csv' }, { file: theirs });
    expect([existsSync(own), readFileSync(theirs, 'utf8')]).toEqual([false, 'imported']);
    expect(readFileSync(landing.objectPath(receipt), 'utf8')).toBe('imported');
    expect(readdirSync(join(folder, 'incoming'))).toEqual([]);
  });

  test('with invalid facts leaves nothing behind', async () => {
    await expect(landing.put({ ...facts, received_at: 'yesterday' }, { bytes: 'x' })).rejects.toThrow();
    await expect(landing.put({ ...facts, ext: '../../etc' }, { bytes: 'x' })).rejects.toThrow();
    expect(existsSync(join(folder, 'objects'))).toBe(false);
    expect(readdirSync(join(folder, 'incoming'))).toEqual([]);
    expect((await landing.put(facts, { bytes: 'y' })).receipt_id).toBe(1);
  });
});

describe('after a kill', () => {
  test('an unterminated last line is ignored, and the next one replaces it', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ maxLength: 20, unit: 'grapheme' }), { minLength: 1, maxLength: 4 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        async (contents, share) => {
          const where = newFolder();
          const landing = await openLanding(where);
          const [index, head] = [join(where, 'index.jsonl'), join(where, 'index.head.json')];
          let headBefore: Buffer | undefined;
          for (const content of contents) {
            if (existsSync(head)) headBefore = readFileSync(head);
            await landing.put({ ...facts, original_name: content }, { bytes: content });
          }
          // the head is written after the line
          if (headBefore === undefined) rmSync(head);
          else writeFileSync(head, headBefore);
          const whole = readFileSync(index);
          const lastLine = whole.lastIndexOf(10, whole.length - 2) + 1;
          truncateSync(index, lastLine + Math.floor(share * (whole.length - 1 - lastLine)));

          const again = await openLanding(where);
          expect(again.receipts()).toEqual(landing.receipts().slice(0, -1));
          const last = await again.put({ ...facts, original_name: 'after' }, { bytes: 'after' });
          expect(last.receipt_id).toBe(contents.length);
          expect((await openLanding(where)).receipts()).toEqual([...landing.receipts().slice(0, -1), last]);
        },
      ),
      { numRuns: 25 },
    );
  });

  test('partial downloads are removed by the next writer, not by a reader', async () => {
    mkdirSync(join(folder, 'incoming'), { recursive: true });
    writeFileSync(join(folder, 'incoming', 'half'), 'half of a file');
    expect(readdirSync(join(folder, 'incoming'))).toEqual(['half']);
    const own = landing.temporaryPath();
    writeFileSync(own, 'under way');
    await landing.put(facts, { bytes: 'x' });
    expect(existsSync(join(folder, 'incoming', 'half'))).toBe(false);
    expect(readFileSync(own, 'utf8')).toBe('under way');
  });
});

describe('the index', () => {
  test('is not changed by opening it while another process writes', async () => {
    await landing.put(facts, { bytes: 'x' });
    appendFileSync(index, '{"receipt_id":2,"sou');
    const before = readFileSync(index, 'utf8');
    expect((await openLanding(folder)).receipts().length).toBe(1);
    expect(readFileSync(index, 'utf8')).toBe(before);
  });

  test('that another process changed is not overwritten', async () => {
    const [one, other] = [await openLanding(folder), await openLanding(folder)];
    await one.put(facts, { bytes: 'x' });
    await expect(other.put(facts, { bytes: 'y' })).rejects.toMatchObject({ code: 'LANDING_INDEX_CHANGED' });
    expect((await openLanding(folder)).receipts().length).toBe(1);
  });

  test.each([
    ['a line that is not JSON', 'what\n', 2],
    ['a line of another form', '{"receipt_id":2}\n', 2],
  ])('with %s is an error with the line number', async (_, line, lineNo) => {
    await landing.put(facts, { bytes: 'x' });
    appendFileSync(index, line);
    await expect(openLanding(folder)).rejects.toMatchObject({
      code: 'LANDING_INDEX_DAMAGED',
      place: { file: index, line: lineNo },
    });
  });

  test.each([
    ['without its last line', (text: string) => text.slice(0, text.lastIndexOf('\n', text.length - 2) + 1)],
    ['with an amount of bytes that is another one', (text: string) => text.replace('"bytes":1', '"bytes":2')],
  ])('%s is an error, and nothing is appended to it', async (_, change) => {
    for (const bytes of ['x', 'y']) await landing.put(facts, { bytes });
    writeFileSync(index, change(readFileSync(index, 'utf8')));
    await expect(openLanding(folder)).rejects.toMatchObject({ code: 'LANDING_INDEX_DAMAGED', exitStatus: 4 });
  });

  test('of a version without hashes is continued, and proven from then on', async () => {
    const first = await landing.put(facts, { bytes: 'x' });
    writeFileSync(index, `${JSON.stringify(first)}\n`);
    rmSync(join(folder, 'index.head.json'));
    const second = await (await openLanding(folder)).put(facts, { bytes: 'y' });
    expect((await openLanding(folder)).receipts()).toEqual([first, second]);
    writeFileSync(index, readFileSync(index, 'utf8').replace('"bytes":1', '"bytes":2'));
    await expect(openLanding(folder)).rejects.toMatchObject({ code: 'LANDING_INDEX_DAMAGED', place: { line: 2 } });
  });
});

describe('an object', () => {
  test('that was changed or removed is not read', async () => {
    const receipt = await landing.put(facts, { bytes: 'ID,Amount\n1,51.90\n' });
    const path = landing.objectPath(receipt);
    const object = { path, sha256: receipt.sha256, file_name: 'statement-1.csv' };
    await proveObject(object);
    expect(String(await landing.read(receipt))).toBe('ID,Amount\n1,51.90\n');
    writeFileSync(path, 'ID,Amount\n1,61.90\n');
    const damaged = { code: 'LANDING_OBJECT_DAMAGED', exitStatus: 4, place: { file: path } };
    await expect(landing.read(receipt)).rejects.toMatchObject(damaged);
    await expect(proveObject(object)).rejects.toMatchObject(damaged);
    rmSync(path);
    await expect(landing.read(receipt)).rejects.toMatchObject({ code: 'LANDING_OBJECT_MISSING' });
    await expect(proveObject(object)).rejects.toMatchObject({ code: 'LANDING_OBJECT_MISSING', exitStatus: 4 });
    writeFileSync(path, 'ID,Amount\n1,51.90\n');
    await proveObject(object);
  });
});
