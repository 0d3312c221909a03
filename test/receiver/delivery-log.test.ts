import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Delivery } from '../../src/connectors/read-deliveries.ts';
import { systemClock } from '../../src/domain/clock.ts';
import { openLanding } from '../../src/landing/landing.ts';
import { openDeliveryLog } from '../../src/receiver/delivery-log.ts';
import { readSegment } from '../../src/receiver/segment.ts';
import { segmentPaths, takeSegments } from '../../src/receiver/take-segments.ts';

afterEach(() => {
  vi.useRealTimers();
});

const keys = [{ id: 'abcdef012345', origin: 'company key', pem: 'a key' }];

function delivery(body: string): Delivery {
  const received_at = new Date().toISOString();
  return { received_at, signed_by: 'abcdef012345', signature: 'signature', event_type: null, body };
}

/** A folder of a company, with the log of its callbacks. */
async function givenLog(company = 'acme') {
  const folder = mkdtempSync(join(tmpdir(), 'tieout-received-'));
  const received = join(folder, 'received');
  const log = openDeliveryLog(received, { company, kind: 'callbacks' }, () => keys, systemClock);
  onTestFinished(() => log.close());
  const landing = await openLanding(join(folder, 'landing'));
  const take = (zone = 'Asia/Kuala_Lumpur') =>
    takeSegments({ landing, folder: received, company: { name: 'acme', zone } });
  /** The bodies in landing, in the order in which they were kept. */
  const bodies = () =>
    landing.receipts().flatMap((receipt) =>
      readFileSync(landing.objectPath(receipt), 'utf8')
        .split('\n')
        .filter((line) => line.includes('"body"'))
        .map((line): string => JSON.parse(line).body),
    );
  return { received, log, landing, take, bodies };
}

test('A run takes what was written so far, and the log goes on where it was', async () => {
  const { received, log, landing, take, bodies } = await givenLog();
  await log.append(delivery('{"id": 1}'));
  expect(await take()).toEqual([]);
  expect(readdirSync(received)).toEqual([]);
  await log.append(delivery('{"id": 2}'));
  await log.append(delivery('{"id": 3, "name": "Aïda ☂"}'));
  await log.close();
  expect(await take()).toEqual([]);
  expect(bodies()).toEqual(['{"id": 1}', '{"id": 2}', '{"id": 3, "name": "Aïda ☂"}']);
  const [first, second] = landing.receipts();
  expect(first).toMatchObject({ source: 'receiver', kind: 'callbacks', ext: 'jsonl' });
  const gap = Date.parse(second?.window_from ?? '') - Date.parse(first?.window_to ?? '');
  expect(gap).toBeLessThanOrEqual(0);
});

test('The files are private', async () => {
  const { received, log } = await givenLog();
  await log.append(delivery('{}'));
  const [path = ''] = await segmentPaths(received);
  expect([statSync(received).mode & 0o777, statSync(path).mode & 0o777]).toEqual([0o700, 0o600]);
  await log.close();
});

test('Nothing acknowledged is lost, whenever runs take it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat({ max: 3 }), { minLength: 1, maxLength: 12 }), async (pauses) => {
      const { log, take, bodies } = await givenLog();
      const acknowledged: string[] = [];
      const sent = pauses.map(async (ms, number) => {
        await pause(ms);
        await log.append(delivery(`body ${number}`));
        acknowledged.push(`body ${number}`);
      });
      for (const ms of pauses) {
        await pause(ms);
        expect(await take()).toEqual([]);
      }
      await Promise.all(sent);
      await log.close();
      expect(await take()).toEqual([]);
      expect([...new Set(bodies())].sort()).toEqual(acknowledged.sort());
    }),
    { numRuns: 30 },
  );
});

test('A torn end is cut at the last whole line, wherever the process was killed', async () => {
  const { received, log, take, bodies } = await givenLog();
  await log.append(delivery('first'));
  await log.append(delivery('second'));
  const [path = ''] = await segmentPaths(received);
  const { size } = statSync(path);
  // less than the last line
  truncateSync(path, size - 40);
  expect(await readSegment(path)).toMatchObject({ deliveries: 1 });
  expect(await take()).toEqual([]);
  expect(bodies()).toEqual(['first']);
});

test('A segment without a whole first line is no segment', async () => {
  const { received, log, take, bodies } = await givenLog();
  await log.append(delivery('first'));
  const [path = ''] = await segmentPaths(received);
  truncateSync(path, 20);
  expect(await readSegment(path)).toBeUndefined();
  const next = openDeliveryLog(received, { company: 'acme', kind: 'callbacks' }, () => keys, systemClock);
  await next.append(delivery('second'));
  await next.close();
  expect(await take()).toEqual([]);
  expect([bodies(), readdirSync(received)]).toEqual([['second'], []]);
});

test('A changed line stops the segment, and not the others', async () => {
  const { received, log, take, bodies } = await givenLog();
  await log.append(delivery('paid 100'));
  const [path = ''] = await segmentPaths(received);
  writeFileSync(path, readFileSync(path, 'utf8').replace('paid 100', 'paid 900'));
  await log.close();
  const other = openDeliveryLog(received, { company: 'acme', kind: 'callbacks' }, () => keys, systemClock);
  await other.append(delivery('paid 200'));
  await other.close();
  expect(await take()).toMatchObject([{ code: 'SEGMENT_DAMAGED', place: { file: path, line: 2 } }]);
  expect(bodies()).toEqual(['paid 200']);
  expect(readdirSync(received)).toHaveLength(1);
});

test.each([
  ['removed', (text: string) => text.replace(/^.*second.*\n/m, '')],
  ['added', (text: string) => `${text}{"body": "forged"}\n`],
])('A line that was %s is seen', async (_what, changed) => {
  const { received, log, take } = await givenLog();
  for (const body of ['first', 'second', 'third']) await log.append(delivery(body));
  await log.close();
  const [path = ''] = await segmentPaths(received);
  writeFileSync(path, changed(readFileSync(path, 'utf8')));
  expect(await take()).toMatchObject([{ code: 'SEGMENT_DAMAGED' }]);
});

test('The deliveries of another company are left where they are', async () => {
  const { received, log, landing, take } = await givenLog('other');
  await log.append(delivery('of another'));
  await log.close();
  expect(await take()).toMatchObject([{ code: 'SEGMENT_OF_ANOTHER_COMPANY' }]);
  expect([landing.receipts(), readdirSync(received).length]).toEqual([[], 1]);
});

test('A segment that was kept before its file was removed is not kept twice', async () => {
  const { received, log, take, bodies } = await givenLog();
  await log.append(delivery('once'));
  await log.close();
  const [path = ''] = await segmentPaths(received);
  const bytes = readFileSync(path);
  expect(await take()).toEqual([]);
  // as after a kill between the receipt and the removal
  writeFileSync(path.replace(/\.jsonl$/, '.taking'), bytes);
  expect(await take()).toEqual([]);
  expect([bodies(), readdirSync(received)]).toEqual([['once'], []]);
});

test('What has no delivery is taken with the next that has one, or with the end of a day', async () => {
  const { received, log, landing, take, bodies } = await givenLog();
  await log.listening();
  await log.close();
  expect(await take('UTC')).toEqual([]);
  expect([landing.receipts(), readdirSync(received).length]).toEqual([[], 1]);
  const next = openDeliveryLog(received, { company: 'acme', kind: 'callbacks' }, () => keys, systemClock);
  await next.append(delivery('one'));
  await next.close();
  expect(await take('UTC')).toEqual([]);
  expect([bodies(), landing.receipts().length, readdirSync(received)]).toEqual([['one'], 2, []]);
  vi.useFakeTimers({ toFake: ['Date'] });
  const later = openDeliveryLog(received, { company: 'acme', kind: 'callbacks' }, () => keys, systemClock);
  await later.listening();
  vi.advanceTimersByTime(86_400_000);
  await later.listening();
  await later.close();
  expect(await take('UTC')).toEqual([]);
  expect([landing.receipts().length, readdirSync(received)]).toEqual([4, []]);
});

test('A process that was suspended has a gap, and begins another segment', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const { received, log } = await givenLog();
  await log.append(delivery('before'));
  vi.advanceTimersByTime(170_000);
  await log.append(delivery('in time'));
  vi.advanceTimersByTime(190_000);
  await log.append(delivery('after'));
  await log.close();
  const segments = await Promise.all((await segmentPaths(received)).map(readSegment));
  expect(segments.map((segment) => segment?.deliveries)).toEqual([2, 1]);
  const gap = Date.parse(segments[1]?.listening_from ?? '') - Date.parse(segments[0]?.listening_until ?? '');
  expect(gap).toBe(190_000);
});

test('A clock that is set back is a gap, and what is listened from then on counts', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const { received, log } = await givenLog();
  await log.append(delivery('of tomorrow'));
  vi.setSystemTime(Date.now() - 86_400_000);
  await log.listening();
  vi.advanceTimersByTime(60_000);
  await log.listening();
  await log.close();
  const segments = await Promise.all((await segmentPaths(received)).map(readSegment));
  const lengths = segments.map(
    (each) => Date.parse(each?.listening_until ?? '') - Date.parse(each?.listening_from ?? ''),
  );
  expect(lengths).toHaveLength(2);
  expect(lengths).toContain(60_000);
});

test('A line says that the receiver listens when nothing else does', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const { received, log } = await givenLog();
  await log.append(delivery('one'));
  const lines = async () => readFileSync((await segmentPaths(received))[0] ?? '', 'utf8').split('\n').length - 1;
  await log.listening();
  expect(await lines()).toBe(2);
  vi.advanceTimersByTime(60_000);
  await log.listening();
  expect(await lines()).toBe(3);
  await log.close();
});

test('Lines that arrive together are flushed together', async () => {
  const { received, log } = await givenLog();
  await Promise.all(Array.from({ length: 500 }, (_, number) => log.append(delivery(`body ${number}`))));
  await log.close();
  expect(await readSegment((await segmentPaths(received))[0] ?? '')).toMatchObject({ deliveries: 500 });
});

test('A segment that cannot be begun leaves no file and no open descriptor behind', async () => {
  const failing = keys.map((key) => ({
    ...key,
    toJSON: () => {
      throw new Error('No space left');
    },
  }));
  const { received } = await givenLog();
  const log = openDeliveryLog(received, { company: 'acme', kind: 'callbacks' }, () => failing, systemClock);
  await expect(log.append(delivery('first'))).rejects.toThrow('No space left');
  const before = readdirSync('/proc/self/fd').length;
  for (let count = 0; count < 20; count += 1) await expect(log.append(delivery('next'))).rejects.toThrow();
  expect([readdirSync('/proc/self/fd').length, readdirSync(received)]).toEqual([before, []]);
});

test('What cannot be kept is refused, and the next delivery is kept again', async () => {
  const { received, log, take, bodies } = await givenLog();
  await log.append(delivery('first'));
  expect(await take()).toEqual([]);
  rmdirSync(received);
  writeFileSync(received, 'in the way');
  await expect(log.append(delivery('second'))).rejects.toThrow('EEXIST');
  rmSync(received);
  await log.append(delivery('third'));
  await log.close();
  expect(await take()).toEqual([]);
  expect(bodies()).toEqual(['first', 'third']);
});
