import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { createClock } from '../src/clock.ts';
import { effectKinds, type FaultRule } from '../src/faults/fault.ts';
import { readFaultScript } from '../src/faults/script.ts';
import { type RunningSandbox, startSandbox } from '../src/start.ts';
import { clientsOf, START, sign, signedHeaders } from './harness.ts';
import { KEY, SECRET, startPayout } from './payout-harness.ts';

type Effect = FaultRule['effect'];
type Path = 'turnover' | 'statement' | 'file' | 'statements page 2' | 'accounts';
/** How a fault shows in the answer; where it takes that, beside the text without it. */
type Row = [fault: string, at: Path, effect: Effect, shows: object | ((whole: string) => object)];

const ids = (text: string): string[] => JSON.parse(text).results.map(({ id }: { id: string }) => id);
const elsewhere = 'https://elsewhere.example/file.csv';
const textThat = (isRight: (text: string) => boolean) => ({ status: 200, text: expect.toSatisfy(isRight) });
const html = { 'content-type': expect.stringContaining('text/html') };
const tooMany = { status: 429, headers: { 'retry-after': '7' } };
const withoutFile = (status: string) => ({ status: 200, json: { status, download_url: null } });
const strange = { colour: 'blue', status: 'dreaming' };

const late = (text: string) => ({ status: 200, text, milliseconds: expect.toSatisfy((taken) => taken >= 119) });
const without = (whole: string) => ({ status: 200, text: whole, headers: { 'content-length': `${whole.length}` } });
const damaged = (whole: string) => textThat((text) => text.length === whole.length && text !== whole);
const repeated = (whole: string) =>
  textThat((text) => ids(text).length === 50 && !ids(text).includes(ids(whole)[0] ?? ''));
const shifted = (whole: string) =>
  textThat((text) => ids(text).length === 3 && ids(text).slice(1).join() === ids(whole).join());
const inOslo = { timezone: 'Europe/Oslo' };
const moved = (whole: string) => ({ status: 200, text: whole.replace('"UTC"', '"Europe/Oslo"') });
const incoming = textThat((text) => Object.keys(JSON.parse(text)).join() === 'incoming');
const early = { status: 401, headers: { date: 'Fri, 30 Oct 2026 00:00:20 GMT' } };
const away = { status: 302, headers: { location: elsewhere } };

/** Every fault that can be ordered. */
const rows: Row[] = [
  ['a status', 'turnover', { kind: 'status', status: 503 }, { status: 503 }],
  ['Retry-After', 'turnover', { kind: 'status', status: 429, retry_after: 7 }, tooMany],
  ['slow', 'turnover', { kind: 'slow', milliseconds: 120 }, late],
  ['a byte at a time', 'turnover', { kind: 'drip', milliseconds: 3 }, late],
  ['cut off in mid-body', 'file', { kind: 'cut_off', at_byte: 900 }, { status: 200, text: 'cut off' }],
  ['truncated', 'file', { kind: 'truncate', at_byte: 900 }, (whole) => ({ status: 200, text: whole.slice(0, 900) })],
  ['truncated without an error', 'accounts', { kind: 'truncate', at_byte: 20 }, (whole) => without(whole.slice(0, 20))],
  ['corrupted', 'file', { kind: 'corrupt' }, damaged],
  ['HTML in place of a file', 'file', { kind: 'html' }, textThat((text) => text.startsWith('<!DOCTYPE'))],
  ['HTML as its type', 'file', { kind: 'html' }, { status: 200, headers: html }],
  ['an expired link', 'file', { kind: 'download_expired' }, { status: 403, text: expect.stringContaining('expired') }],
  ['to another host', 'file', { kind: 'redirect', location: elsewhere }, away],
  ['a statement that never ends', 'statement', { kind: 'statement_never_ends' }, withoutFile('processing')],
  ['an unknown status', 'statement', { kind: 'statement_status', status: 'dissolved' }, withoutFile('dissolved')],
  ['duplicate pages', 'statements page 2', { kind: 'repeat_page' }, repeated],
  ['shifting pages', 'statements page 2', { kind: 'shift_pages', rows: 1 }, shifted],
  ['a record changed after it was read', 'statement', { kind: 'set_fields', fields: inOslo }, moved],
  ['unknown fields and values', 'statement', { kind: 'set_fields', fields: strange }, { status: 200, json: strange }],
  ['a field that is missing', 'turnover', { kind: 'remove_fields', names: ['outgoing'] }, incoming],
  ['a skewed clock', 'accounts', { kind: 'skew_clock', seconds: -40 }, early],
];

const patterns: Record<Path, string> = {
  turnover: '/turnover/',
  statement: '/company_statements/*-*',
  file: '/downloads/*',
  'statements page 2': '/company_statements/',
  accounts: '/send/accounts',
};
const orderOf = ([, at, effect]: Row): FaultRule => {
  const service = at === 'accounts' ? 'payout' : 'gateway';
  return { service, method: 'GET', path: patterns[at], effect };
};

const MORNING = Date.parse('2026-10-30T00:00:00Z');
const urls = new Map<Path, string>();
const whole = new Map<Path, string>();
let sandbox: RunningSandbox;

/** What a client sees: the body, byte by byte, or that it is cut off; and how long it took. */
async function seen(at: Path) {
  const began = performance.now();
  const { gatewaySecretKey, payoutApiKey, payoutApiSecret } = sandbox;
  const headers =
    at === 'accounts'
      ? signedHeaders(sandbox.clock.now(), payoutApiKey, payoutApiSecret)
      : { authorization: `Bearer ${gatewaySecretKey}` };
  const response = await fetch(urls.get(at) ?? '', { headers, redirect: 'manual' });
  const text = await response.arrayBuffer().then(
    (bytes) => Buffer.from(bytes).toString('latin1'),
    () => 'cut off',
  );
  const milliseconds = performance.now() - began;
  const json = at === 'statement' ? JSON.parse(text) : undefined;
  return { status: response.status, headers: Object.fromEntries(response.headers), text, json, milliseconds };
}

const folder = mkdtempSync(join(tmpdir(), 'tieout-faults-'));
const file = join(folder, 'faults.yaml');
/** A script's faults, from a file as a user writes it. */
function scripted(content: string, path = file): FaultRule[] {
  writeFileSync(path, content);
  return readFaultScript(path);
}
const ordered = async (order: unknown) => (await clientsOf(sandbox).admin('POST', '/faults', order)).status;

beforeAll(async () => {
  sandbox = await startSandbox({
    seed: 5,
    days: 2,
    until: '2026-10-29',
    ordersPerDay: 20,
    clock: createClock({ startAt: MORNING, isStill: true }),
    gateway: { statementReadyMs: 0 },
  });
  const { gateway } = clientsOf(sandbox);
  const made = [];
  for (let n = 0; n < 52; n += 1)
    made.push((await gateway('POST', '/company_statements/', { format: 'csv', timezone: 'UTC' })).body);
  urls.set('turnover', `${sandbox.gatewayUrl}/account/json/turnover/?currency=MYR`);
  urls.set('statement', `${sandbox.gatewayUrl}/company_statements/${made[0]?.id}/`);
  urls.set('file', made[0]?.download_url);
  urls.set('statements page 2', (await gateway('GET', '/company_statements/')).body.next);
  urls.set('accounts', `${sandbox.payoutUrl}/send/accounts`);
  sandbox.clock.set(MORNING + 60_000);
  for (const at of urls.keys()) whole.set(at, (await seen(at)).text);
});
afterAll(() => sandbox.close());

describe('effects', () => {
  it('each kind is used in these tests', () => {
    expect(new Set(rows.map(([, , { kind }]) => kind))).toEqual(new Set(effectKinds));
  });

  it.each(rows)('%s: by a script and by an admin call, as often as set', async (...row) => {
    const [, at, , shows] = row;
    for (const way of ['script', 'admin call']) {
      if (way === 'script') for (const order of scripted(stringify([orderOf(row)]))) sandbox.faults.order(order);
      else expect(await ordered(orderOf(row))).toBe(201);
      // what comes twice on a page was on the one before it
      if (at === 'statements page 2') await clientsOf(sandbox).gateway('GET', '/company_statements/');
      const text = whole.get(at) ?? '';
      expect(await seen(at)).toMatchObject(typeof shows === 'function' ? shows(text) : shows);
      expect(await seen(at)).toMatchObject({ status: 200, text });
    }
  });

  it('a script is accepted as a whole or not at all, and an error names its place', async () => {
    const before = sandbox.faults.list().length;
    const good = { service: 'payout', effect: { kind: 'html' } };
    const bad = { ...good, service: 'bank' };
    expect(await ordered([good, bad])).toBe(400);
    expect(sandbox.faults.list()).toHaveLength(before);
    expect(scripted(JSON.stringify(good), join(folder, 'one.json'))).toMatchObject([good]);
    const wrong = { code: 'FAULT_SCRIPT_WRONG', file };
    expect(() => scripted(stringify([good, bad]))).toThrow(
      expect.objectContaining({ ...wrong, message: expect.stringContaining('1.service') }),
    );
    expect(() => scripted('- service: [')).toThrow(expect.objectContaining(wrong));
    expect(() => readFaultScript(join(folder, 'none.yaml'))).toThrow(
      expect.objectContaining({ code: 'FAULT_SCRIPT_UNREADABLE' }),
    );
  });
});

/** A payout service with a fault on its list of send limits, seven of them, 7.00 the newest. */
async function withFault(effect: Effect, more: Partial<FaultRule> = {}) {
  const payout = await startPayout({ choices: { newerRequestExpiresOlder: false } });
  for (let n = 1; n <= 7; n += 1) await payout.ask(n);
  payout.faults.order({ service: 'payout', method: 'GET', path: '/send/send_limits', effect, ...more });
  const status = async (path: string) => (await payout.get(path)).status;
  return { ...payout, status };
}

describe('at the payout service', () => {
  it('matching: only the named service, method and path, after the skipped requests', async () => {
    const { status, post, faults } = await withFault({ kind: 'status', status: 500 }, { after: 1, times: 2 });
    expect(await status('/send/accounts')).toBe(200);
    expect((await post('/send/send_limits', { amount: 1 })).status).toBe(200);
    expect(await status('/send/send_limits/20001')).toBe(200);
    const answers = [];
    for (let n = 0; n < 4; n += 1) answers.push(await status('/send/send_limits?page=1'));
    expect(answers).toEqual([200, 500, 500, 200]);
    faults.order({ service: 'gateway', effect: { kind: 'status', status: 500 } });
    expect(await status('/send/send_limits')).toBe(200);
  });

  it('matching: a star matches anything, also under the other base path', async () => {
    const more = { path: '/send/send_limits/*', times: null };
    const { status, service, faults } = await withFault({ kind: 'status', status: 500 }, more);
    expect(await status('/send/send_limits/20001')).toBe(500);
    expect(await status(`${service.url}/v1/send/send_limits/1`)).toBe(500);
    expect(await status('/send/send_limits')).toBe(200);
    faults.cancel();
    expect(await status('/send/send_limits/20001')).toBe(200);
  });

  it('set_fields and remove_fields: in the first record of a list, or in every one', async () => {
    const fields = { amount: 70.01, status: 'on_the_moon', colour: 'blue' };
    const { get, faults } = await withFault({ kind: 'set_fields', fields, in: 'first_record' });
    const others = [6, 5, 4, 3, 2, 1].map((amount) => ({ amount, status: 'pending' }));
    expect((await get('/send/send_limits')).body).toMatchObject({ results: [fields, ...others] });
    const effect = { kind: 'remove_fields', names: ['net_amount'], in: 'every_record' } as const;
    faults.order({ service: 'payout', path: '/send/send_limits', effect });
    expect((await get('/send/send_limits')).text).not.toContain('net_amount');
  });

  it.each<[effect: Effect, pages: string[]]>([
    [{ kind: 'repeat_page' }, ['7 6 5', '7 6 5', '4 3 2']],
    [{ kind: 'shift_pages', rows: 1 }, ['7 6 5', '5 4 3', '2 1']],
  ])('%j: rows come twice, and none is lost', async (effect, expected) => {
    const { limits } = await withFault(effect, { times: null });
    const pages = [];
    for (const page of [1, 2, 3]) {
      const { results } = await limits(`?limit=3&page=${page}`);
      pages.push(results.map(({ amount }) => amount).join(' '));
    }
    expect(pages).toEqual(expected);
  });

  it('skew_clock: the server refuses a fresh signature as old, and accepts one of its own time', async () => {
    const { faults, get, send, signed } = await startPayout();
    faults.order({ service: 'payout', times: null, effect: { kind: 'skew_clock', seconds: 45 } });
    const refused = await get('/send/accounts');
    expect([refused.status, refused.headers.get('date')]).toEqual([401, 'Wed, 14 Oct 2026 02:00:45 GMT']);
    const epoch = START / 1000 + 45;
    const headers = { ...signed(), epoch: String(epoch), checksum: sign(epoch, KEY, SECRET) };
    expect((await send('GET', '/send/accounts', headers)).status).toBe(200);
  });
});
