import { hash } from 'node:crypto';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { z } from 'zod';
import { deliverDue } from '../../packages/sandbox/src/payout/deliveries.ts';
import { runDueTasks } from '../../packages/sandbox/src/payout/due-tasks.ts';
import { WEBHOOK_EVENTS } from '../../packages/sandbox/src/payout/records.ts';
import { createWebhook } from '../../packages/sandbox/src/payout/webhooks.ts';
import { SHORT_KEY, START } from '../../packages/sandbox/test/harness.ts';
import { act, newPayoutWorld, payoutAction } from '../../packages/sandbox/test/payout-actions.ts';
import { companyPaths } from '../../src/config/data-paths.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { silentProgress } from '../../src/domain/progress.ts';
import { periodOfDays, runCompany } from '../../src/pipeline/run-company.ts';
import { inSnapshot } from '../given/in-snapshot.ts';
import { compare, itemsQuery } from '../given/planted-breaks.ts';
import { type Random, randomOf } from '../given/random.ts';
import { deliver, givenReceiver } from '../given/receiver.ts';
import { companyAt } from '../given/sandbox-config.ts';
import { sendJson } from '../given/server.ts';
import { payoutPage, serverOfTest } from '../given/services.ts';
import { daysAgo, givenSandbox } from '../given/shop.ts';

/* A month of deliveries to two companies, over a network that loses, repeats, delays and alters them. */

const days = 30;
const callbackLine = z.object({ received_at: z.string(), signature: z.string(), body: z.string() });
type Attempt = { at: number; company: string; body: string; signature: string };

/**
 * The attempts of a delivery in a month that ends at `end`: as the gateway repeats it until it is confirmed, some come twice, some days
 * late, some altered on the way and then as they were.
 */
function attemptsOf(one: Attempt, end: number, random: Random): Attempt[] {
  const late = random.int(0, 19) === 0 ? random.int(1, 30) * 3_600_000 : 0;
  const at = (after: number) => Math.min(end, one.at + late + random.int(0, 90_000) + after);
  const attempt = { ...one, at: at(0) };
  const altered = { ...attempt, body: one.body.replace('"id":"', '"id":"x') };
  const again = { ...one, at: at(120_000) };
  return random.pick([[attempt], [attempt], [attempt], [attempt], [attempt, again], [altered, again]]);
}

test('Callbacks of a month in the warehouse are those that the gateway signed, and all planted breaks are found', async () => {
  const sandboxes = {
    acme: await givenSandbox({ seed: 21, days, ordersPerDay: 8, breaks: 'standard' }),
    other: await givenSandbox({ seed: 22, days, ordersPerDay: 6, breaks: 'standard' }),
  };
  const companies = Object.entries(sandboxes).map(([name, sandbox]) => companyAt(sandbox, name, name));
  const folder = mkdtempSync(join(tmpdir(), 'tieout-month-'));
  const path = join(folder, 'tieout.yaml');
  const books = { callbacks: { received: true } };
  writeFileSync(
    path,
    stringify({ data_dir: 'data', companies: companies.map(({ company }) => ({ ...company, books })) }),
  );
  const environment = Object.assign({}, ...companies.map(({ env }) => env));
  let now = Temporal.Instant.from(`${daysAgo(days)}T00:00:00+08:00`);
  const config = await loadConfig(path, { environment, clock: () => now });
  const receiver = await givenReceiver(config);

  const random = randomOf('a month of deliveries');
  const end = Date.now();
  const sent = Object.entries(sandboxes).flatMap(([company, sandbox]) =>
    [...sandbox.callbacks().lines].slice(1).map((line) => {
      const { received_at, signature, body } = callbackLine.parse(JSON.parse(line));
      return { at: Date.parse(received_at), company, body, signature };
    }),
  );
  const isForged = ({ signature }: Attempt) => Buffer.from(signature, 'base64').toString().startsWith('forged');
  const attempts = sent.flatMap((one) => attemptsOf(one, end, random)).sort((a, b) => a.at - b.at);
  const answers = new Map<number, number>();
  for (const { at, company, body, signature } of attempts) {
    now = Temporal.Instant.fromEpochMilliseconds(at);
    // one in ten comes to the address of the other company, too, where its signature is wrong
    if (random.int(0, 9) === 0) {
      const wrong = await deliver(receiver.address, `/callbacks/${company === 'acme' ? 'other' : 'acme'}`, body, {
        'x-signature': signature,
      });
      expect(wrong).toBe(401);
    }
    const status = await deliver(receiver.address, `/callbacks/${company}`, body, { 'x-signature': signature });
    answers.set(status, (answers.get(status) ?? 0) + 1);
  }
  now = Temporal.Now.instant();
  await receiver.close();
  const altered = attempts.filter(({ body }) => body.includes('"id":"x')).length;
  expect(answers.get(401)).toBe(
    altered + attempts.filter((one) => isForged(one) && !one.body.includes('"id":"x')).length,
  );
  expect([...answers.keys()].sort()).toEqual([200, 401]);

  for (const company of config.companies) {
    const sandbox = company.name === 'acme' ? sandboxes.acme : sandboxes.other;
    const period = periodOfDays(daysAgo(days), daysAgo(1));
    const request = { config, company, period, isFetching: true, refresh: false, progress: silentProgress };
    expect((await runCompany(request)).errors).toEqual([]);
    await inSnapshot(companyPaths(config.data_dir, company.name).published, async (rows) => {
      const kept = await rows('select callback_key, is_signed from core.callback order by callback_key');
      const signed = sent
        .filter((one) => one.company === company.name && !isForged(one))
        .map(({ body }) => hash('md5', body));
      expect(kept).toEqual([...new Set(signed)].sort().map((callback_key) => ({ callback_key, is_signed: true })));
      const isOfCallbacks = ({ reconciliation }: { reconciliation?: unknown }) =>
        reconciliation === 'callbacks_to_statement';
      const truth = sandbox.callbacks().truth.filter(({ reason_code }) => reason_code !== 'not_signed');
      const items = (await rows(itemsQuery)).filter(isOfCallbacks);
      expect(compare(truth, items)).toEqual({ missed: [], invented: [] });
      expect(truth.length).toBeGreaterThan(4);
      const uncovered = await rows("select * from mart.input_day where input = 'callbacks' and state <> 'covered'");
      expect(uncovered).toEqual([]);
    });
    const refused = readFileSync(join(companyPaths(config.data_dir, company.name).received, 'refused.jsonl'), 'utf8');
    for (const one of sent.filter((each) => each.company === company.name && isForged(each)))
      expect(refused).toContain(JSON.stringify(one.body).slice(1, 200));
  }
});

/**
 * A network before a receiver: one attempt in five is lost, of one in five the confirmation is, and one in ten comes twice, before it an
 * altered copy. It counts the altered ones that were accepted.
 */
async function givenNetwork(random: Random, to: () => string) {
  const accepted = { altered: 0 };
  const network = await serverOfTest(async ({ path, headers, body }, response) => {
    const fate = random.int(0, 9);
    if (fate < 2) return void response.destroy();
    const kept = { 'x-signature': String(headers['x-signature']), 'event-type': String(headers['event-type']) };
    const status = await deliver(to(), path, body, kept);
    if (fate < 4) return void response.destroy();
    if (fate === 4) {
      if ((await deliver(to(), path, body.replace('"id":', '"id":1'), kept)) === 200) accepted.altered += 1;
      await deliver(to(), path, body, kept);
    }
    response.writeHead(status).end();
  });
  return { accepted, url: network.url };
}

test('Events of a month in the warehouse are those that the payout service signed, whatever the network does', async () => {
  const random = randomOf('a month of webhooks');
  let receiverAddress = '';
  const network = await givenNetwork(random, () => receiverAddress);
  const worlds = await Promise.all(
    ['acme', 'other'].map(async (name) => {
      const { world, clock } = newPayoutWorld({ signingKeyBits: SHORT_KEY });
      const event_hooks = [...WEBHOOK_EVENTS];
      const webhook = await createWebhook(
        world,
        { name, callback_url: `${network.url}/payout/${name}`, event_hooks },
        START,
      );
      const service = await serverOfTest((_request, response) =>
        sendJson(response, payoutPage([{ id: webhook.id, public_key: webhook.publicKey }])),
      );
      return { name, world, clock, url: service.url };
    }),
  );
  const folder = mkdtempSync(join(tmpdir(), 'tieout-webhooks-'));
  const path = join(folder, 'tieout.yaml');
  const key = { env: 'KEY' };
  const companies = worlds.map(({ name, url }) => ({
    ...{ name, zone: 'Asia/Kuala_Lumpur', currencies: ['MYR'] },
    payout: { base_url: `${url}/api`, api_key: key, api_secret: key, webhooks: true },
  }));
  writeFileSync(path, stringify({ data_dir: 'data', companies }));
  let now = Temporal.Instant.fromEpochMilliseconds(START);
  const config = await loadConfig(path, { environment: { KEY: 'key' }, clock: () => now });
  const receiver = await givenReceiver(config);
  receiverAddress = receiver.address;

  const actions = fc.sample(payoutAction, { seed: 7, numRuns: 400 });
  for (const { world, clock } of worlds) {
    const pass = async (ms: number) => {
      clock.at += ms;
      now = Temporal.Instant.fromEpochMilliseconds(clock.at);
      runDueTasks(world, clock.at);
      await deliverDue(world, clock.at);
    };
    for (const [step, action] of actions.entries()) {
      act(world, action, step);
      await pass(random.int(0, 216) * 60_000);
    }
    // the service delivers again until all is confirmed
    for (let day = 0; day < 21; day += 1) await pass(86_400_000);
    expect(world.state.deliveries.filter(({ state }) => state !== 'delivered')).toEqual([]);
    expect(world.state.deliveries.filter(({ attempts }) => attempts.length > 1).length).toBeGreaterThan(20);
  }
  now = Temporal.Now.instant();
  await receiver.close();
  expect(network.accepted.altered).toBe(0);

  for (const company of config.companies) {
    const request = {
      config,
      company,
      period: periodOfDays('2026-10-20', '2026-10-20'),
      isFetching: false,
      refresh: false,
    };
    expect((await runCompany({ ...request, progress: silentProgress })).errors).toEqual([]);
    await inSnapshot(companyPaths(config.data_dir, company.name).published, async (rows) => {
      const kept = await rows('select event_key from core.payout_event order by event_key');
      const deliveries = worlds.find(({ name }) => name === company.name)?.world.state.deliveries ?? [];
      const truth = new Set(deliveries.map(({ event, body }) => hash('md5', `${event} ${body}`)));
      expect(truth.size).toBeGreaterThan(100);
      expect(kept.map(({ event_key }) => event_key)).toEqual([...truth].sort());
      const newest = await rows(
        'select kind, object_id::integer as id, status from core.payout_event_now order by all',
      );
      const last = new Map(deliveries.map(({ event, body }) => [`${event} ${JSON.parse(body).id}`, JSON.parse(body)]));
      expect(newest.length).toBe(last.size);
      const kindOf = {
        instruction: 'send_instruction_status',
        allocation: 'budget_allocation_status',
        recipient: 'bank_account_status',
      };
      for (const { kind, id, status } of newest) {
        const object = last.get(`${kindOf[z.enum(['instruction', 'allocation', 'recipient']).parse(kind)]} ${id}`);
        expect(status).toBe(object.state ?? object.status);
      }
    });
  }
});
