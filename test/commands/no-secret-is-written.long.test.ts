import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, expect, test } from 'vitest';
import { type Alter, startAlteringGateway } from '../given/altering-gateway.ts';
import { tieout } from '../given/command.ts';
import { startNoticeServers } from '../given/notice-servers.ts';
import { givenConfig } from '../given/sandbox-config.ts';
import { daysAgo, givenSandbox } from '../given/shop.ts';
import { filesIn, unpackedBytes } from '../given/unpacked.ts';

const day = daysAgo(1);
const linkToken = 'link-token-5f1c2a9be3';
const linkPath = 'link-path-77d0e4c1a2';
const hookPath = 'hook-path-1b2c3d4e5f';
const hookSecret = 'hook-secret-9a8b7c6d';
const mailPassword = 'mail p@ssword 31337';

const sandbox = await givenSandbox({ seed: 4, days: 3, ordersPerDay: 6, currencies: ['MYR'] });
const servers = await startNoticeServers();
/** What the gateway does besides giving its links a token. */
let alter: Alter = (text) => text;
const gateway = await startAlteringGateway(sandbox, (text, path) =>
  alter(text.replaceAll(/(\/downloads\/[^"?]+)"/g, `$1?part=${linkPath}&X-Signature=${linkToken}"`), path),
);
afterAll(async () => {
  await gateway.close();
  await servers.close();
});

/** Every value of every table of a database as text: its file is compressed. */
async function valuesOf(path: string): Promise<Buffer[]> {
  const instance = await DuckDBInstance.create(path, { access_mode: 'READ_ONLY' });
  const connection = await instance.connect();
  const tables = await connection.runAndReadAll(
    `select format('select to_json(t)::text from "{}"."{}" as t', schema_name, table_name) from duckdb_tables()`,
  );
  const texts: Buffer[] = [];
  for (const [query] of tables.getRows()) {
    const rows = await connection.runAndReadAll(String(query));
    texts.push(Buffer.from(rows.getRows().flat().join('\n')));
  }
  connection.closeSync();
  instance.closeSync();
  return texts;
}

const contentOf = async (path: string): Promise<Buffer[]> => [
  readFileSync(path),
  ...(path.endsWith('.xlsx') ? [unpackedBytes(path)] : []),
  ...(path.endsWith('.duckdb') ? await valuesOf(path) : []),
];

test('No secret and no token of a link is in any file or output, whatever the services answer', async () => {
  const { path, folder, env } = givenConfig(sandbox, {
    currencies: ['MYR'],
    gateway: { base_url: gateway.url, secret_key: { env: 'T_GATEWAY_KEY' }, narrowing_requests: 3 },
  });
  const password = encodeURIComponent(mailPassword);
  writeFileSync(join(folder, 'smtp'), `smtp://tieout:${password}@127.0.0.1:${servers.mailPort}`, { mode: 0o600 });
  writeFileSync(join(folder, 'hook'), hookSecret, { mode: 0o600 });
  const hook = `http://127.0.0.1:${servers.hookPort}/${hookPath}`;
  appendFileSync(
    path,
    `notice:
  email: { to: [a@acme.example], from: t@acme.example, smtp_url: { file: smtp } }
  webhook: { url: "${hook}", secret: { file: hook } }
network: { private_hosts: ["127.0.0.1"] }
`,
  );
  const outputs: string[] = [];
  const command = async (...args: string[]) => {
    const { out, err, status } = await tieout(['-c', path, ...args], env);
    outputs.push(out, err);
    return { status, text: out + err };
  };
  const run = (...more: string[]) => command('--json', 'run', '--date', day, ...more);
  const key = sandbox.gatewaySecretKey;
  const secrets = [
    ...[key, sandbox.payoutApiKey, sandbox.payoutApiSecret, linkToken, linkPath, hookPath, hookSecret],
    ...[mailPassword, password, Buffer.from(`\0tieout\0${mailPassword}`).toString('base64')],
  ];

  // a gateway that repeats the key in its refusal, and a file store that repeats the link instead of the file
  alter = (text, asked) => {
    if (asked.includes('/turnover/')) return `{"message": "no such key: ${key}", "x": `;
    const link = `${asked}?part=${linkPath}&X-Signature=${linkToken}`;
    return asked.includes('/downloads/') ? `<Error><Resource>${link}</Resource></Error>` : text;
  };
  expect((await run()).text).toContain('ANSWER_NOT_JSON');
  // a record with a link that does not match the specification, and a receiver of notices that refuses
  servers.answer = 500;
  alter = (text, asked) => {
    const withLink = text
      .replace(/"status":"\w+"/, '"status":7')
      .replace('"download_url":null', `"download_url":"${gateway.url}/d?X-Signature=${linkToken}"`);
    return asked.includes('/company_statements/') && asked.length > 60 ? withLink : text;
  };
  expect((await run('--refresh')).text).toContain('ANSWER_NOT_UNDERSTOOD');
  // a status that the specification does not name: its record is kept
  alter = (text, asked) =>
    asked.includes('/company_statements/') ? text.replace('"status":"pending"', '"status":"waiting"') : text;
  await command('run', '--date', day);
  await command('doctor');
  await command('verify');
  await command('--json', 'sql', 'from mart.request');
  await command('rebuild');
  expect(servers.posts.length).toBeGreaterThan(0);

  const files = filesIn(join(folder, 'data'));
  const found: string[] = [];
  let redacted = 0;
  const search = (where: string, bytes: Buffer) => {
    if (bytes.includes('[secret]')) redacted += 1;
    for (const secret of secrets) if (bytes.includes(secret)) found.push(`${secret} in ${where}`);
  };
  for (const file of files) for (const bytes of await contentOf(file)) search(file, bytes);
  for (const [at, output] of outputs.entries()) search(`output ${at}: ${output.slice(0, 300)}`, Buffer.from(output));
  for (const { body } of servers.posts) search('a notice', Buffer.from(body));
  expect(found).toEqual([]);
  // the services did repeat secrets
  expect(redacted).toBeGreaterThan(1);
  expect(files.filter((name) => /\.(duckdb|xlsx|jsonl)$/.test(name)).length).toBeGreaterThan(4);
});
