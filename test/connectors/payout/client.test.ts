import { createHmac } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type PayoutAccess, readPayout, signedHeaders } from '../../../src/connectors/payout/client.ts';
import { readList } from '../../../src/connectors/payout/lists.ts';
import { type SeenRequest, sendJson } from '../../given/server.ts';
import { clientOfTest, payoutPage, serverOfTest } from '../../given/services.ts';

async function payout(
  answer: (request: SeenRequest, response: ServerResponse, count: number) => void,
  now?: () => number,
) {
  const server = await serverOfTest(answer);
  const http = clientOfTest();
  const access: PayoutAccess = {
    http,
    baseUrl: `${server.url}/api`,
    apiKey: () => 'pk_1',
    apiSecret: () => 'secret_1',
    ...(now === undefined ? {} : { now }),
  };
  return { access, server };
}

const read = (access: PayoutAccess) => readPayout(access, '/send/accounts', new URLSearchParams());
const inSeconds = () => Math.floor(Date.now() / 1000);

describe('signatures', () => {
  test('are HMAC-SHA512 in hex over epoch and key; no header has the secret', () => {
    // printf '1763430000pk_1' | openssl dgst -sha512 -hmac secret_1
    expect(signedHeaders('pk_1', 'secret_1', 1_763_430_000)).toEqual({
      authorization: 'Bearer pk_1',
      epoch: '1763430000',
      checksum:
        '0c1f73d0b68804799ba6439a4845b37872a62a2834e6786fc00aa5eed86fc6bb17faf5da962e76b1655bf6136a0689b762a20fb28237206a767e4ad81bf69658',
    });
  });

  test('are calculated for each attempt, with its epoch', async () => {
    let epoch = 100;
    const { access, server } = await payout(
      (_, response, count) => (count < 3 ? response.writeHead(503).end() : sendJson(response, [])),
      () => epoch++,
    );
    await read(access);
    const epochs = server.seen.map(({ headers }) => headers.epoch);
    expect(epochs).toEqual(['100', '101', '102']);
    expect(server.seen.map(({ headers }) => headers.checksum)).toEqual(
      epochs.map((one) => createHmac('sha512', 'secret_1').update(`${one}pk_1`).digest('hex')),
    );
  });
});

describe('a 401', () => {
  const unauthorised = { message: 'Unauthorized', code: 401, data: {} };
  const withSkew = (seconds: number) =>
    payout(
      (_, response) => sendJson(response, unauthorised, 401, { date: new Date().toUTCString() }),
      () => inSeconds() + seconds,
    );

  test.each([
    [95, 'ahead of'],
    [-4000, 'behind'],
  ])('with a clock %i s off reports the offset and the remedy', async (seconds, direction) => {
    const { access, server } = await withSkew(seconds);
    const error: unknown = await read(access).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'CLOCK_WRONG', remedy: expect.stringContaining('Set the clock') });
    const [, reported] = /clock is (\d+) s (.*) the payout service's/.exec(String(error)) ?? [];
    expect(Math.abs(Number(reported) - Math.abs(seconds))).toBeLessThanOrEqual(1);
    expect(String(error)).toContain(direction);
    expect(server.seen.length).toBe(1);
  });

  test('with a correct clock reports a wrong key or secret', async () => {
    const { access } = await withSkew(20);
    await expect(read(access)).rejects.toMatchObject({
      code: 'PAYOUT_KEY_REFUSED',
      message: expect.stringMatching(/401: Unauthorized\.$/),
    });
  });
});

test.each([
  [403, 'PAYOUT_NOT_ALLOWED'],
  [404, 'PAYOUT_NOT_FOUND'],
  [400, 'PAYOUT_FAILED'],
])('%i is %s', async (status, code) => {
  const { access } = await payout((_, response) =>
    sendJson(response, { message: 'No', code: status, data: {} }, status),
  );
  await expect(read(access)).rejects.toMatchObject({ code, message: `The payout service answered ${status}: No.` });
});

/** A list with the newest record first, which `before` changes before each page is read. */
async function movingList(start: number[], before: (ids: number[], read: number) => void) {
  const ids = [...start];
  let reads = 0;
  const size = 3;
  const started = await payout(({ path }, response) => {
    reads += 1;
    before(ids, reads);
    const page = Number(new URLSearchParams(path.split('?')[1]).get('page'));
    const records = ids.map((id) => ({ id }));
    sendJson(response, payoutPage(records, page, size));
  });
  return { ...started, reads: () => reads };
}
const idsOf = (pages: { ids: number[] }[]) => [...new Set(pages.flatMap(({ ids }) => ids))].sort((a, b) => a - b);
const upTo = (count: number) => Array.from({ length: count }, (_, index) => count - index);

describe('lists', () => {
  test('are read once to the last page when nothing changes', async () => {
    const { access, reads } = await movingList(upTo(8), () => {});
    const pages = await readList(access, 'send_limits');
    expect(pages.map(({ page, isLast, ids }) => [page, isLast, ids])).toEqual([
      [1, false, [8, 7, 6]],
      [2, false, [5, 4, 3]],
      [3, true, [2, 1]],
    ]);
    expect(reads()).toBe(3);
  });

  test('may be empty or a plain array', async () => {
    const empty = await movingList([], () => {});
    expect(idsOf(await readList(empty.access, 'send_limits'))).toEqual([]);
    const plain = await payout((_, response) => sendJson(response, [{ id: 2 }, { id: 1 }]));
    const pages = await readList(plain.access, 'bank_accounts');
    expect(pages.map(({ isLast, ids }) => [isLast, ids])).toEqual([[true, [2, 1]]]);
  });

  test('are completed with a record that was added during the reading', async () => {
    const { access, reads } = await movingList(upTo(8), (ids, read) => {
      if (read === 2) ids.unshift(9);
    });
    expect(idsOf(await readList(access, 'send_limits'))).toEqual(upTo(9).reverse());
    expect(reads()).toBe(4);
  });

  test('that are not sorted, and change, are an error, because records may have been skipped', async () => {
    const { access } = await movingList([...upTo(90).slice(45), ...upTo(45)].reverse(), (ids) => ids.shift());
    await expect(readList(access, 'send_limits')).rejects.toMatchObject({
      code: 'PAYOUT_LIST_UNSTABLE',
      exitStatus: 4,
    });
  });

  test('with repeated pages are an error, even if the count is right', async () => {
    const records = [{ id: 2 }, { id: 1 }];
    const { access } = await payout((_, response, count) => {
      const pagination = { current_page: 1, prev_page: null, next_page: count % 2 === 1 ? 2 : null };
      sendJson(response, { results: records, meta: { pagination: { ...pagination, total_pages: 2, total_count: 4 } } });
    });
    await expect(readList(access, 'accounts')).rejects.toMatchObject({ code: 'PAYOUT_LIST_UNSTABLE' });
  });

  test('contain every record that existed throughout the reading, whatever changes', async () => {
    const move = fc.constantFrom('none', 'none', 'none', 'add', 'remove');
    await fc.assert(
      fc.asyncProperty(fc.array(move, { maxLength: 12 }), fc.integer({ min: 1, max: 9 }), async (moves, count) => {
        const removed = new Set<number>();
        const { access } = await movingList(upTo(count), (ids, read) => {
          if (moves[read - 1] === 'add') ids.unshift(100 + read);
          if (moves[read - 1] === 'remove') removed.add(ids.splice(Math.floor(ids.length / 2), 1)[0] ?? 0);
        });
        const found = idsOf(await readList(access, 'send_limits'));
        expect(found).toEqual(expect.arrayContaining(upTo(count).filter((id) => !removed.has(id))));
      }),
      { numRuns: 30 },
    );
  });
});
