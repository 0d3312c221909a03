import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { companyAt } from '../given/sandbox-config.ts';
import { isWhole, shareOf } from '../given/share.ts';
import { daysAgo, givenCompanies, givenSandbox } from '../given/shop.ts';

/* Many companies in one configuration: an answer of the service of the first never ends, the key of the second is wrong. */

const day = daysAgo(1);
const nameOf = (index: number) => `c${String(index).padStart(2, '0')}`;

/** Begins an answer to every request and never ends it. */
const sockets = new Set<Socket>();
const silent = createServer((socket) => {
  sockets.add(socket.on('error', () => {}));
  socket.write('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n');
  // more bytes than the least that a client waits for
  const more = setInterval(() => socket.write(`14\r\n${' '.repeat(20)}\r\n`), 100);
  socket.once('close', () => clearInterval(more));
});
const release = () => {
  silent.close();
  for (const socket of sockets) socket.destroy();
};
beforeAll(() => new Promise<void>((resolve) => void silent.listen(0, '127.0.0.1', resolve)));
afterAll(release);

async function givenCompany(index: number) {
  const sandbox = await givenSandbox({
    seed: index,
    days: 2,
    breaks: 'services',
    ordersPerDay: 4,
    currencies: ['MYR'],
  });
  const { company, env } = companyAt(sandbox, nameOf(index), `C${index}`);
  const { payout: _, ...collecting } = company;
  return { company: { ...collecting, currencies: ['MYR'] }, env };
}

const ofCompany = z.looseObject({ company: z.string() });
const answer = z.object({
  verdicts: z.array(ofCompany),
  reports: z.array(z.unknown()),
  errors: z.array(z.object({ company: z.string(), code: z.string() })),
});
const namesIn = (rows: readonly { company: string }[]) => [...new Set(rows.map(({ company }) => company))];

test('The others have their reports before a company that hangs ends, with the results of single runs', async () => {
  const given = await Promise.all(Array.from({ length: isWhole ? 99 : 11 }, (_, index) => givenCompany(index + 1)));
  const [wrong, ...right] = given;
  if (wrong === undefined) throw new Error('there are companies');
  const address = silent.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const hanging = {
    ...wrong.company,
    ...{
      name: nameOf(0),
      gateway: { base_url: `http://127.0.0.1:${port}/api/v1`, secret_key: { env: 'HANGING_KEY' } },
    },
  };
  const env = Object.assign({}, ...given.map((one) => one.env), { HANGING_KEY: 'key-one', C1_GATEWAY_KEY: 'key-two' });
  const all = givenCompanies(env);
  all.configureAll(hanging, wrong.company, ...right.map(({ company }) => company));
  all.configure({}, { companies_at_once: 3 });

  let hasEnded = false;
  const running = all.tieout('--json', 'run', '--date', day).finally(() => {
    hasEnded = true;
  });
  const reportOf = (name: string) => join(all.folder, 'data', 'reports', day, name, 'verdicts.json');
  const others = right.map(({ company }) => company.name);
  while (!hasEnded && !others.every((name) => existsSync(reportOf(name))))
    await new Promise((resolve) => setTimeout(resolve, 20));
  expect([hasEnded, sockets.size > 0, existsSync(reportOf(hanging.name))]).toEqual([false, true, false]);
  release();

  const { status, out, err } = await running;
  expect([status, err]).toEqual([4, expect.stringContaining('GATEWAY_KEY_REFUSED')]);
  const { verdicts, reports, errors } = answer.parse(JSON.parse(out));
  const names = [hanging, wrong.company, ...right.map(({ company }) => company)].map(({ name }) => name);
  expect(namesIn(verdicts)).toEqual(names.filter((name) => namesIn(verdicts).includes(name)));
  expect(reports).toHaveLength(namesIn(verdicts).length);
  expect(others.filter((name) => !namesIn(verdicts).includes(name))).toEqual([]);
  expect(namesIn(errors)).toEqual([hanging.name, wrong.company.name]);
  const page = all.text('data/reports/index.html');
  expect(others.filter((name) => !page.includes(`${day}/${name}/${name}.html`))).toEqual([]);
  const records = readFileSync(join(all.folder, 'data', 'runs.jsonl'), 'utf8');
  for (const name of others) expect(records.split(`"company":"${name}"`)).toHaveLength(2);

  for (const { company, env: own } of shareOf(right, 2, 10)) {
    const single = givenCompanies(own);
    single.configureAll(company);
    const alone = answer.parse(await single.json('run', '--date', day));
    const { name } = company;
    expect(verdicts.filter((row) => row.company === name)).toEqual(alone.verdicts);
    expect(await all.breaks('--company', name)).toEqual(await single.breaks());
  }
}, 3_600_000);
