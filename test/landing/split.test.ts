import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import type { ReceiptFacts } from '../../src/domain/receipt.ts';
import { openLanding } from '../../src/landing/landing.ts';
import { splitLanding } from '../../src/landing/split.ts';

const facts: ReceiptFacts = {
  source: 'gateway',
  kind: 'statement',
  company: 'north',
  batch_id: null,
  page: null,
  is_last_page: null,
  request: null,
  currency: 'MYR',
  window_from: null,
  window_to: null,
  received_at: '2026-11-20T00:00:00.123Z',
  ext: 'csv',
  content_type: null,
  original_name: null,
};

let folder = '';
let shared = '';
const landingOf = (company: string) => join(folder, company, 'landing');
const split = () => splitLanding(shared, landingOf);
const idsIn = async (company: string) =>
  (await openLanding(landingOf(company))).receipts().map(({ receipt_id }) => receipt_id);

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tieout-split-'));
  shared = join(folder, 'landing');
  const landing = await openLanding(shared);
  const owners = ['north', 'north', 'south', 'north', 'south', 'south', 'north'];
  for (const [index, company] of owners.entries())
    await landing.put({ ...facts, company }, { bytes: `file ${index % 4}` });
});

test('Each company gets its receipts with their numbers and objects, and continues its own numbering', async () => {
  expect(await split()).toEqual(['north', 'south']);
  expect(await idsIn('north')).toEqual([1, 2, 4, 7]);
  expect(await idsIn('south')).toEqual([3, 5, 6]);
  const north = await openLanding(landingOf('north'));
  for (const receipt of north.receipts()) {
    const object = north.objectPath(receipt);
    expect(readFileSync(object, 'utf8')).toBe(`file ${(receipt.receipt_id - 1) % 4}`);
    expect(statSync(object).nlink).toBeGreaterThan(1);
  }
  const next = await north.put(facts, { bytes: 'new' });
  expect([next.receipt_id, (await north.put(facts, { bytes: 'newer' })).receipt_id]).toEqual([8, 9]);
  expect(await idsIn('north')).toEqual([1, 2, 4, 7, 8, 9]);
  expect(north.lastReceiptId()).toBe(9);
});

test('A missing line in a split index is an error', async () => {
  await split();
  const index = join(landingOf('north'), 'index.jsonl');
  const lines = readFileSync(index, 'utf8').split('\n');
  writeFileSync(index, [...lines.slice(0, 1), ...lines.slice(2)].join('\n'));
  await expect(openLanding(landingOf('north'))).rejects.toMatchObject({ code: 'LANDING_INDEX_DAMAGED' });
});

test('A split that is killed at any point and repeated has the same result', async () => {
  await split();
  const whole = ['north', 'south'].map((company) => readdirSync(landingOf(company), { recursive: true }).sort());
  const killed: (() => void)[] = [
    () => rmSync(landingOf('south'), { recursive: true }),
    () => {
      rmSync(landingOf('south'), { recursive: true });
      cpSync(landingOf('north'), `${landingOf('south')}.building`, { recursive: true });
    },
    () => {
      for (const company of ['north', 'south']) rmSync(landingOf(company), { recursive: true });
      mkdirSync(`${landingOf('north')}.building`);
    },
    // a reader or a run that opened the landing zone before
    () => {
      rmSync(landingOf('south'), { recursive: true });
      mkdirSync(join(landingOf('south'), 'incoming'), { recursive: true });
    },
  ];
  for (const kill of killed) {
    kill();
    await split();
    expect(await idsIn('south')).toEqual([3, 5, 6]);
    rmSync(join(landingOf('south'), 'incoming'), { recursive: true, force: true });
    rmSync(join(landingOf('north'), 'incoming'), { recursive: true, force: true });
    expect(['north', 'south'].map((company) => readdirSync(landingOf(company), { recursive: true }).sort())).toEqual(
      whole,
    );
    expect(existsSync(`${landingOf('south')}.building`)).toBe(false);
  }
});

test('A landing zone with other receipts is not overwritten', async () => {
  await (await openLanding(landingOf('south'))).put({ ...facts, company: 'south' }, { bytes: 'its own' });
  await expect(split()).rejects.toMatchObject({ code: 'DATA_DIRECTORY_MIXED' });
  expect(await idsIn('south')).toEqual([1]);
});
