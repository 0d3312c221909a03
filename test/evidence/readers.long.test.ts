import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tieoutProcess } from '../given/command.ts';
import { givenWorld } from '../given/shop.ts';
import { monthWithBreak } from '../given/worlds.ts';

const publicationCount = 3;
const readerCount = 3;
const shop = (await givenWorld(monthWithBreak)).copy();
const orders = join(shop.folder, 'orders.csv');

/** Figures of three views and two tables: they belong to one state where they are read from one snapshot. Each publication changes some of them. */
const question = `select (select count(*) from mart.control)::integer as controls, (select count(*) from mart.verdict)::integer as verdicts,
  (select count(*) from raw.receipt)::integer as receipts, (select count(*) from mart.break)::integer as breaks,
  (select string_agg(run_id::text order by run_id) from recon.run) as runs`;

const call = (...args: string[]) => tieoutProcess(['-q', '-c', shop.path, ...args], shop.env);
const ask = () => call('--json', 'sql', question);

async function state(): Promise<string> {
  const { status, out, err } = await ask();
  if (status !== 0) throw new Error(`the question ended with ${status}: ${err}`);
  return out;
}

/** Imports the orders file with one more line: the next state, with one more order that nobody paid: status 3. Returns what readers see of it. */
async function publish(line: string, number: number): Promise<string> {
  appendFileSync(orders, `${line.replace(/^[^,]+/, `AGAIN-${number}`)}\r\n`);
  const { status, err } = await call('import', 'orders', orders);
  if (status !== 3) throw new Error(`publication ${number} ended with ${status}: ${err}`);
  return state();
}

test('Readers without pause see one whole state after the other while commands publish', async () => {
  const line = shop.text('orders.csv').trimEnd().split('\r\n').at(-1) ?? '';
  appendFileSync(orders, '\r\n');
  const states = [await state()];
  const answers: { reader: number; out: string }[] = [];
  const failed: string[] = [];
  let isPublishing = true;
  const publishAll = async () => {
    try {
      while (states.length <= publicationCount) states.push(await publish(line, states.length));
    } finally {
      isPublishing = false;
    }
  };
  const read = async (reader: number) => {
    while (isPublishing) {
      const { status, out, err } = await ask();
      answers.push({ reader, out });
      if (status !== 0) failed.push(`a read of reader ${reader} ended with ${status}: ${out}${err}`);
    }
  };
  await Promise.all([publishAll(), ...Array.from({ length: readerCount }, (_, reader) => read(reader))]);
  expect(failed).toEqual([]);
  expect(new Set(states).size).toBe(states.length);
  const seen = answers.map(({ reader, out }) => ({ reader, number: states.indexOf(out), out }));
  expect(seen.filter(({ number }) => number === -1)).toEqual([]);
  for (let reader = 0; reader < readerCount; reader += 1) {
    const order = seen.filter((each) => each.reader === reader).map(({ number }) => number);
    expect(order, `reader ${reader}`).toEqual(order.toSorted((a, b) => a - b));
  }
  expect(answers.length).toBeGreaterThan(readerCount);
  expect((await call('verify')).status).toBe(0);
}, 3_600_000);
