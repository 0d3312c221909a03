import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { readList } from '../../../src/connectors/payout/lists.ts';
import { sendJson } from '../../given/server.ts';
import { clientOfTest, payoutPage, serverOfTest } from '../../given/services.ts';

/** The same sequence for the same seed. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

type Kept = { id: number; state: string; changes: number };
type Changes = { added: number; removed: number; changed: number };

/** A list of a service on loopback, with pages by the specification, that is changed before each page is read. */
async function changingList(count: number, seed: number, changes: (random: () => number) => Changes) {
  const random = seeded(seed);
  let records: Kept[] = Array.from({ length: count }, (_, at) => ({ id: count - at, state: 'pending', changes: 0 }));
  const removed = new Set<number>();
  let reads = 0;
  const server = await serverOfTest(({ path }, response) => {
    reads += 1;
    const { added, removed: toRemove, changed } = reads === 1 ? { added: 0, removed: 0, changed: 0 } : changes(random);
    for (let n = 0; n < toRemove && records.length > 0; n += 1)
      for (const { id } of records.splice(Math.floor(random() * records.length), 1)) removed.add(id);
    for (let n = 0; n < added; n += 1)
      records.unshift({ id: (records[0]?.id ?? 0) + 1 + Math.floor(random() * 3), state: 'pending', changes: 0 });
    for (let n = 0; n < changed; n += 1) {
      const at = Math.floor(random() * records.length);
      records = records.map((record, index) =>
        index === at ? { ...record, state: 'approved', changes: record.changes + 1 } : record,
      );
    }
    const query = new URLSearchParams(path.split('?')[1]);
    const [page, limit] = [Number(query.get('page')), Number(query.get('limit'))];
    sendJson(response, payoutPage(records, page, limit));
  });
  const access = { http: clientOfTest(), baseUrl: `${server.url}/api`, apiKey: () => 'pk', apiSecret: () => 'secret' };
  return { access, removed, reads: () => reads };
}

const kept = z.object({ id: z.int(), state: z.string(), changes: z.int() });
const upTo = (rate: number) => (random: () => number) => Math.floor(random() * (rate + 1));

describe('a list of 10,000 records that changes before each page', () => {
  const cases: [string, (random: () => number) => Changes][] = [
    ['is inserted into', (random) => ({ added: upTo(4)(random), removed: 0, changed: 0 })],
    ['loses records', (random) => ({ added: 0, removed: upTo(3)(random), changed: 0 })],
    ['has as many added as removed', () => ({ added: 2, removed: 2, changed: 0 })],
    [
      'has records added, removed and changed',
      (random) => ({ added: upTo(3)(random), removed: upTo(3)(random), changed: 3 }),
    ],
    [
      'has now and then many added or removed',
      (random) =>
        random() < 0.1
          ? { added: upTo(250)(random), removed: upTo(250)(random), changed: 9 }
          : { added: 0, removed: 0, changed: 0 },
    ],
  ];
  test.each(cases.flatMap(([name, changes]) => [1, 2, 3].map((seed) => ({ name, changes, seed }))))(
    'and $name is read without a record lost: seed $seed',
    async ({ changes, seed }) => {
      const { access, removed, reads } = await changingList(10_000, seed, changes);
      const pages = await readList(access, 'send_limits');
      const read = new Map<number, Kept>();
      for (const { records } of pages)
        for (const record of records) read.set(kept.parse(record).id, kept.parse(record));
      const lost = Array.from({ length: 10_000 }, (_, at) => at + 1).filter((id) => !removed.has(id) && !read.has(id));
      expect(lost).toEqual([]);
      expect(pages.map(({ page }) => page)).toEqual(pages.map((_, at) => at + 1));
      expect(pages.map(({ isLast }) => isLast)).toEqual(pages.map((_, at) => at === pages.length - 1));
      // what a record is read as last is not older than what it was read as before
      const seen = new Map<number, number>();
      for (const { records } of pages)
        for (const record of records) {
          const { id, changes: version } = kept.parse(record);
          expect(version).toBeGreaterThanOrEqual(seen.get(id) ?? 0);
          seen.set(id, version);
        }
      expect(reads()).toBeLessThan(420);
    },
  );

  test('and loses one before every page is refused where a record may have been skipped', async () => {
    const { access } = await changingList(10_000, 1, () => ({ added: 0, removed: 1, changed: 0 }));
    await expect(readList(access, 'send_limits')).rejects.toMatchObject({
      code: 'PAYOUT_LIST_UNSTABLE',
      exitStatus: 4,
    });
  });
});
