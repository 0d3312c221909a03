import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readingMs } from './counts.ts';
import { closedMonth, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await closedMonth();
}, 3_600_000);
afterAll(() => rmSync(dirname(world.data), { recursive: true, force: true }));

/** What two views and a table say of the same rows: a reader that saw half of one state and half of another says otherwise. */
const question = `select (select count(*) from mart.control)::integer as controls, (select count(*) from mart.verdict)::integer as verdicts,
  (select string_agg(run_id::text order by run_id) from recon.run) as runs`;

test('Eight readers without pause neither fail nor see half of a state while snapshots are published', async () => {
  const until = performance.now() + readingMs;
  const ask = () => world.call('--json', 'sql', question);
  const { status, out: expected } = await ask();
  expect(status).toBe(0);
  const wrong: string[] = [];
  let reads = 0;
  let published = 0;
  const read = async () => {
    while (performance.now() < until) {
      const { status: ended, out, err } = await ask();
      reads += 1;
      if (ended !== 0 || out !== expected) wrong.push(`read ${reads} ended with ${ended}: ${out}${err}`);
    }
  };
  const publish = async () => {
    while (performance.now() < until) {
      const { status: ended, err } = await world.call('rebuild');
      published += 1;
      if (ended !== 0) wrong.push(`rebuild ${published} ended with ${ended}: ${err}`);
    }
  };
  await Promise.all([publish(), ...Array.from({ length: 8 }, read)]);
  expect(wrong).toEqual([]);
  expect(published).toBeGreaterThan(0);
  expect(reads).toBeGreaterThan(8);
  expect((await world.call('verify')).status).toBe(0);
  process.stdout.write(`${reads} reads by 8 readers while ${published} snapshots were published\n`);
}, 3_600_000);
