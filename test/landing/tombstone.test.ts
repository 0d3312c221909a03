import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newReceiptFacts, type Receipt } from '../../src/domain/receipt.ts';
import { type Landing, openLanding } from '../../src/landing/landing.ts';
import { signedTombstone, signingKey } from '../../src/landing/tombstone.ts';
import { verifyLanding } from '../../src/landing/verify-landing.ts';

const facts = (kind: string) => newReceiptFacts({ source: 'run', kind, company: 'acme', ext: 'json' });
const received_at = '2026-11-19T01:00:00.000Z';
const tombstoneFacts = () => ({ ...facts('tombstone'), received_at });
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

function givenFolder(): { folder: string; key: string } {
  const folder = mkdtempSync(join(tmpdir(), 'tieout-tombstone-'));
  return { folder: join(folder, 'landing'), key: join(folder, 'signing.key') };
}

async function stage(landing: Landing, from: string, to: string) {
  const file = landing.temporaryPath();
  writeFileSync(file, to);
  const copy = { sha256: hashOf(from), ext: 'json', new_sha256: hashOf(to), new_bytes: Buffer.byteLength(to), file };
  await landing.stage([copy]);
  const { file: _file, ...replacement } = copy;
  return replacement;
}

type Replaced = { sha256: string; ext: string; new_sha256: string; new_bytes: number };

/** The text of a tombstone of these files, signed by the key in a file. */
async function tombstoneOf(replaced: Replaced[], key: string): Promise<string> {
  const by = { reason: 'x', author: 'aida', os_user: 'aida', host: 'desk', at: received_at };
  const forgotten = { renamed: [], values: ['a'], replacements: ['b'] };
  return signedTombstone({ ...forgotten, ...by, replaced }, await signingKey(key));
}

/** Lands a tombstone. */
const bury = async (landing: Landing, replaced: Replaced[], key: string) =>
  landing.put(tombstoneFacts(), { bytes: await tombstoneOf(replaced, key) });

test('A redacted copy is read in place of a file, and is replaced itself by a later one', async () => {
  const { folder, key } = givenFolder();
  const landing = await openLanding(folder);
  const receipt = await landing.put(facts('orders'), { bytes: 'Ali, Siti' });
  for (const [from, to] of [
    ['Ali, Siti', 'person-1, Siti'],
    ['person-1, Siti', 'person-1, person-2'],
  ] as const) {
    await bury(landing, [await stage(landing, from, to)], key);
    await landing.removeReplaced();
  }
  expect(statSync(key).mode & 0o777).toBe(0o600);
  const again = await openLanding(folder);
  const [read] = again.receipts();
  if (read === undefined) throw new Error('the receipt is missing');
  expect((await again.read(read)).toString()).toBe('person-1, person-2');
  expect(existsSync(again.objectPath(receipt))).toBe(false);
  expect([[...again.forgotten()], [...again.replacements()]]).toEqual([['a'], ['b']]);
  // the same file once more stays forgotten
  expect(again.currentHash(receipt.sha256)).toBe(read.sha256);
  const repeated = await again.put(facts('orders'), { bytes: 'Ali, Siti' });
  expect((await again.read(repeated)).toString()).toBe('person-1, person-2');
  expect(existsSync(again.objectPath(receipt))).toBe(false);
  const { proven, notProven, doubts } = await verifyLanding(folder, { isQuick: false });
  expect(doubts).toEqual([]);
  expect(proven.join('\n')).toContain(
    "2 redacted copies linked to the files they replace by tombstones that the company's key signed",
  );
  expect(proven.join('\n')).toMatch(/the last one has the hash [0-9a-f]{64}/);
  expect(notProven.join('\n')).toContain('whoever can write there can sign');
});

test('Copies without a tombstone are taken back, or removed by the next writer', async () => {
  const { folder } = givenFolder();
  const landing = await openLanding(folder);
  const receipt = await landing.put(facts('orders'), { bytes: 'Ali' });
  const { new_sha256: sha256 } = await stage(landing, 'Ali', 'person-1');
  const copy = landing.objectPath({ sha256, ext: 'json' });
  expect(existsSync(copy)).toBe(true);
  await landing.unstage();
  expect(existsSync(copy)).toBe(false);
  expect((await landing.read(receipt)).toString()).toBe('Ali');
  await stage(await openLanding(folder), 'Ali', 'person-1');
  await (await openLanding(folder)).put(facts('orders'), { bytes: 'Siti' });
  expect(existsSync(copy)).toBe(false);
});

test('A tombstone that its key did not sign replaces nothing, and is named', async () => {
  const { folder, key } = givenFolder();
  const landing = await openLanding(folder);
  const receipt = await landing.put(facts('orders'), { bytes: 'Ali' });
  const replaced = [{ sha256: receipt.sha256, ext: 'json', new_sha256: hashOf('x'), new_bytes: 1 }];
  const signed = JSON.parse(await tombstoneOf([], key));
  await landing.put(tombstoneFacts(), { bytes: JSON.stringify({ ...signed, replaced }) });
  const again = await openLanding(folder);
  expect(readFileSync(again.objectPath(receipt), 'utf8')).toBe('Ali');
  expect((await verifyLanding(folder, { isQuick: false })).doubts).toMatchObject([{ code: 'TOMBSTONE_DAMAGED' }]);
});

test('A tombstone of another key than that of the company replaces nothing, also where signing.key is lost', async () => {
  const { folder, key } = givenFolder();
  const landing = await openLanding(folder);
  const receipts: Receipt[] = [];
  for (const [from, to, by] of [
    ['Ali', 'person-1', key],
    ['100.00', '900.00', `${key}.another`],
  ] as const) {
    receipts.push(await landing.put(facts('orders'), { bytes: from }));
    const file = landing.temporaryPath();
    writeFileSync(file, to);
    const copy = await landing.put(facts('copy'), { file });
    await bury(landing, [{ sha256: hashOf(from), ext: 'json', new_sha256: copy.sha256, new_bytes: copy.bytes }], by);
  }
  const read = async () => {
    const again = await openLanding(folder);
    const found = receipts.map(({ receipt_id: id }) => again.receipts().find((each) => each.receipt_id === id));
    return Promise.all(found.map(async (each) => each && (await again.read(each)).toString()));
  };
  expect(await read()).toEqual(['person-1', '100.00']);
  expect((await verifyLanding(folder, { isQuick: false })).doubts).toMatchObject([{ code: 'TOMBSTONE_DAMAGED' }]);
  rmSync(key);
  expect(await read()).toEqual(['person-1', '100.00']);
  const { notProven, doubts } = await verifyLanding(folder, { isQuick: true });
  expect(doubts).toMatchObject([{ code: 'TOMBSTONE_DAMAGED' }]);
  expect(notProven.join('\n')).toContain('signing.key is lost');
  writeFileSync(key, 'no key');
  await expect(openLanding(folder)).rejects.toMatchObject({ code: 'SIGNING_KEY_DAMAGED' });
  // the rest is verified nevertheless
  expect((await verifyLanding(folder, { isQuick: true })).doubts).toMatchObject([
    { code: 'SIGNING_KEY_DAMAGED' },
    { code: 'TOMBSTONE_DAMAGED' },
  ]);
});
