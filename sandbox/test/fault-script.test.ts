import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { createClock } from '../src/clock.ts';
import { effectKinds, type FaultRule } from '../src/faults/fault.ts';
import { readFaultScript } from '../src/faults/script.ts';
import { type RunningSandbox, startSandbox } from '../src/start.ts';
import { sign } from './payout-harness.ts';

type Effect = FaultRule['effect'];
/** What a client sees: what of it counts is the row's to say. */
type Seen = {
  status: number;
  header: (name: string) => string | null;
  bytes: Buffer | 'cut off';
  milliseconds: number;
};
type Path = 'turnover' | 'statement' | 'file' | 'statements page 2' | 'accounts';
type Row = [fault: string, at: Path, effect: Effect, isSeen: (seen: Seen, whole: Buffer) => boolean];

const text = ({ bytes }: Seen) => bytes.toString();
const json = (seen: Seen) => JSON.parse(text(seen));
const ids = (bytes: Buffer) => JSON.parse(bytes.toString()).results.map(({ id }: { id: string }) => id);

/** Every fault that can be ordered, and how it shows. */
const rows: Row[] = [
  ['a status', 'turnover', { kind: 'status', status: 503 }, ({ status }) => status === 503],
  [
    'Retry-After',
    'turnover',
    { kind: 'status', status: 429, retry_after: 7 },
    ({ status, header }) => status === 429 && header('retry-after') === '7',
  ],
  [
    'slow',
    'turnover',
    { kind: 'slow', milliseconds: 120 },
    ({ status, milliseconds }) => status === 200 && milliseconds >= 119,
  ],
  ['cut off in mid-body', 'file', { kind: 'cut_off', at_byte: 900 }, ({ bytes }) => bytes === 'cut off'],
  [
    'a truncated file',
    'file',
    { kind: 'truncate', at_byte: 900 },
    ({ status, bytes }, whole) => status === 200 && whole.subarray(0, 900).equals(Buffer.from(bytes)),
  ],
  [
    'a corrupted file',
    'file',
    { kind: 'corrupt' },
    ({ status, bytes }, whole) => status === 200 && bytes.length === whole.length && !whole.equals(Buffer.from(bytes)),
  ],
  [
    'HTML in place of a file',
    'file',
    { kind: 'html' },
    (seen) =>
      seen.status === 200 &&
      seen.header('content-type')?.includes('text/html') === true &&
      text(seen).startsWith('<!DOCTYPE'),
  ],
  [
    'an expired download link',
    'file',
    { kind: 'download_expired' },
    (seen) => seen.status === 403 && text(seen).includes('expired'),
  ],
  [
    'a redirect to another host',
    'file',
    { kind: 'redirect', location: 'https://elsewhere.example/file.csv' },
    ({ status, header }) => status === 302 && header('location') === 'https://elsewhere.example/file.csv',
  ],
  [
    'a statement that never ends',
    'statement',
    { kind: 'statement_never_ends' },
    (seen) => json(seen).status === 'processing' && json(seen).download_url === null,
  ],
  [
    'a statement that fails with an unknown status',
    'statement',
    { kind: 'statement_status', status: 'dissolved' },
    (seen) => json(seen).status === 'dissolved' && json(seen).download_url === null,
  ],
  [
    'duplicate pages',
    'statements page 2',
    { kind: 'repeat_page' },
    ({ bytes }, whole) => ids(Buffer.from(bytes)).length === 50 && !ids(Buffer.from(bytes)).includes(ids(whole)[0]),
  ],
  [
    'shifting pages',
    'statements page 2',
    { kind: 'shift_pages', rows: 1 },
    ({ bytes }, whole) =>
      ids(Buffer.from(bytes)).length === 3 && ids(Buffer.from(bytes)).slice(1).join() === ids(whole).join(),
  ],
  [
    'a record changed after it was read',
    'statement',
    { kind: 'set_fields', fields: { timezone: 'Europe/Oslo' } },
    (seen) => json(seen).timezone === 'Europe/Oslo' && json(seen).status === 'success',
  ],
  [
    'unknown fields and values',
    'statement',
    { kind: 'set_fields', fields: { colour: 'blue', status: 'dreaming' } },
    (seen) => json(seen).colour === 'blue' && json(seen).status === 'dreaming',
  ],
  [
    'a field that is missing',
    'turnover',
    { kind: 'remove_fields', names: ['outgoing'] },
    (seen) => Object.keys(json(seen)).join() === 'incoming',
  ],
  [
    'a skewed clock',
    'accounts',
    { kind: 'skew_clock', seconds: -40 },
    ({ status, header }) => status === 401 && header('date') === 'Fri, 30 Oct 2026 00:00:20 GMT',
  ],
];

const MORNING = Date.parse('2026-10-30T00:00:00Z');
const paths = new Map<Path, string>();
const whole = new Map<Path, Buffer>();
let sandbox: RunningSandbox;

/** A request of the merchant's. */
async function ask(path: string, init: RequestInit = {}): Promise<Seen> {
  const began = performance.now();
  const epoch = Math.floor(sandbox.clock.now() / 1000);
  const { payoutApiKey, payoutApiSecret, gatewaySecretKey, payoutUrl } = sandbox;
  const isPayout = path.startsWith(payoutUrl);
  const headers = {
    authorization: `Bearer ${isPayout ? payoutApiKey : gatewaySecretKey}`,
    ...(isPayout ? { epoch: String(epoch), checksum: sign(epoch, payoutApiKey, payoutApiSecret) } : {}),
    ...(init.body === undefined ? {} : { 'content-type': 'application/json' }),
  };
  const response = await fetch(path, { ...init, headers, redirect: 'manual' });
  const bytes = await response.arrayBuffer().then(Buffer.from, () => 'cut off' as const);
  const header = (name: string) => response.headers.get(name);
  return { status: response.status, header, bytes, milliseconds: performance.now() - began };
}

const folder = mkdtempSync(join(tmpdir(), 'tieout-faults-'));
/** A script's faults, from a file as a user writes it. */
function scripted(content: string, name = 'faults.yaml'): FaultRule[] {
  const path = join(folder, name);
  writeFileSync(path, content);
  return readFaultScript(path);
}

/** Orders by admin call; gives the status of the answer. */
async function ordered(order: unknown): Promise<number> {
  const headers = { authorization: `Bearer ${sandbox.adminToken}`, 'content-type': 'application/json' };
  return (await fetch(`${sandbox.adminUrl}/faults`, { method: 'POST', headers, body: JSON.stringify(order) })).status;
}

const orderOf = ([, at, effect]: Row): FaultRule => ({
  service: at === 'accounts' ? 'payout' : 'gateway',
  method: 'GET',
  path: {
    turnover: '/turnover/',
    statement: '/company_statements/*-*',
    file: '/downloads/*',
    'statements page 2': '/company_statements/',
    accounts: '/send/accounts',
  }[at],
  effect,
});

beforeAll(async () => {
  sandbox = await startSandbox({
    seed: 5,
    days: 2,
    until: '2026-10-29',
    ordersPerDay: 20,
    clock: createClock({ startAt: MORNING, isStill: true }),
    gateway: { statementReadyMs: 0 },
  });
  const statements = `${sandbox.gatewayUrl}/company_statements/`;
  const body = JSON.stringify({ format: 'csv', timezone: 'UTC' });
  const made = [];
  for (let n = 0; n < 52; n += 1) made.push(json(await ask(statements, { method: 'POST', body })));
  const [{ id = '', download_url = '' } = {}] = made;
  paths.set('turnover', `${sandbox.gatewayUrl}/account/json/turnover/?currency=MYR`);
  paths.set('statement', `${statements}${id}/`);
  paths.set('file', download_url);
  paths.set('statements page 2', json(await ask(statements)).next);
  paths.set('accounts', `${sandbox.payoutUrl}/send/accounts`);
  sandbox.clock.set(MORNING + 60_000);
  for (const [name, path] of paths) whole.set(name, Buffer.from((await ask(path)).bytes));
});
afterAll(() => sandbox.close());

describe('fault injection', () => {
  it('each kind of effect is used in these tests', () => {
    expect(new Set(rows.map(([, , { kind }]) => kind))).toEqual(new Set(effectKinds));
  });

  it.each(rows)('%s: by a script and by an admin call, as often as set', async (...row) => {
    const [, at, , isSeen] = row;
    for (const way of ['script', 'admin call']) {
      if (way === 'script') for (const order of scripted(stringify([orderOf(row)]))) sandbox.faults.order(order);
      else expect(await ordered(orderOf(row))).toBe(201);
      // what comes twice on a page was on the one before it
      if (at === 'statements page 2') await ask((paths.get(at) ?? '').replace(/\?.*/, ''));
      const harmed = await ask(paths.get(at) ?? '');
      expect(isSeen(harmed, whole.get(at) ?? Buffer.of()), text(harmed).slice(0, 300)).toBe(true);
      const after = await ask(paths.get(at) ?? '');
      expect([after.status, after.bytes.toString()]).toEqual([200, whole.get(at)?.toString()]);
    }
  });

  it('a script is accepted as a whole or not at all, and an error names its place', async () => {
    const before = sandbox.faults.list().length;
    const good = { service: 'payout', effect: { kind: 'html' } };
    expect(await ordered([good, { ...good, service: 'bank' }])).toBe(400);
    expect(sandbox.faults.list()).toHaveLength(before);
    expect(scripted(JSON.stringify(good), 'one.json')).toMatchObject([good]);
    const refused = (content: string) => {
      try {
        return scripted(content);
      } catch (error) {
        return error;
      }
    };
    const file = join(folder, 'faults.yaml');
    const code = 'FAULT_SCRIPT_WRONG';
    expect(refused(stringify([good, { ...good, service: 'bank' }]))).toMatchObject({
      code,
      file,
      message: expect.stringContaining('1.service'),
    });
    expect(refused('- service: [')).toMatchObject({ code, file });
    expect(() => readFaultScript(join(folder, 'none.yaml'))).toThrow(
      expect.objectContaining({ code: 'FAULT_SCRIPT_UNREADABLE' }),
    );
  });
});
