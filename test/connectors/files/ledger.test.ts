import { mkdirSync, mkdtempSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { configSchema } from '../../../src/config/schema.ts';
import { extractCompany } from '../../../src/connectors/extract-company.ts';
import { filesConfiguration } from '../../../src/connectors/files/configuration.ts';
import { connector } from '../../../src/connectors/files/manifest.ts';
import { probeFiles } from '../../../src/connectors/files/probe.ts';
import { openHttpClient } from '../../../src/connectors/http/client.ts';
import { silentProgress } from '../../../src/domain/progress.ts';
import { TieoutError } from '../../../src/domain/tieout-error.ts';
import { openLanding } from '../../../src/landing/landing.ts';

const http = openHttpClient();
afterAll(() => http.close());

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tieout-ledger-'));
});

function write(name: string, content: string) {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  utimesSync(path, Date.now() / 1000 - 60, Date.now() / 1000 - 60);
}

const balances = (balance: string) => `Account,Date,Balance\n1150,2026-11-10,${balance}\n`;
const accounts = { gateway: '1150' };

/** The kinds and names that a run received, and the codes of its errors. */
async function run(file: string | string[], landing: Awaited<ReturnType<typeof openLanding>>) {
  const gateway = { base_url: 'https://gateway.example/api/v1', secret_key: { env: 'T' } };
  const books = { ledger: { file, accounts } };
  const given = { name: 'acme', zone: 'Asia/Kuala_Lumpur', currencies: ['MYR'], gateway, books };
  const [company] = configSchema.parse({ companies: [given] }).companies;
  if (company === undefined) throw new Error('there is no company');
  const before = landing.lastReceiptId();
  const day = Temporal.PlainDate.from('2026-11-10');
  const { errors } = await extractCompany({
    company,
    http,
    landing,
    period: { from: day, to: day.add({ days: 1 }) },
    openDays: 0,
    refresh: false,
    isLocalOnly: true,
    secret: () => () => '',
    resolvePath: (path) => join(folder, path),
    progress: silentProgress,
  });
  const received = landing.receipts().filter(({ receipt_id }) => receipt_id > before);
  return {
    received: received.map(({ kind, original_name, currency }) => `${kind} ${original_name} ${currency}`),
    codes: errors.map((error) => (error instanceof TieoutError ? error.code : String(error))),
  };
}

test('A run receives the ledger files that have changed, and no error if none is there yet', async () => {
  const landing = await openLanding(join(folder, 'landing'));
  expect(await run('ledger/november.csv', landing)).toEqual({ received: [], codes: [] });
  expect(await run('ledger/*.csv', landing)).toEqual({ received: [], codes: [] });
  write('ledger/november.csv', balances('1.00'));
  const first = { received: ['ledger_balances november.csv MYR'], codes: [] };
  expect(await run('ledger/*.csv', landing)).toEqual(first);
  expect(await run('ledger/*.csv', landing)).toEqual({ received: [], codes: [] });
  write('ledger/november.csv', balances('2.00'));
  expect(await run('ledger/*.csv', landing)).toEqual(first);
});

test('doctor says whether the ledger file is there, and in which format', async () => {
  const look = async (file: string) =>
    (
      await probeFiles({
        company: { name: 'acme', zone: 'Asia/Kuala_Lumpur', currencies: ['MYR'] },
        section: z.object(filesConfiguration).parse({ books: { ledger: { file, accounts } } }),
        http,
        secret: () => () => '',
        resolvePath: (path) => join(folder, path),
      })
    ).map(({ check, isOk, detail, fix }) => ({ check, isOk, detail, fix }));
  expect(await look('ledger.csv')).toEqual([
    {
      check: 'ledger file',
      isOk: false,
      detail: 'ledger.csv is not there or cannot be read.',
      fix: 'Put the file there, or remove books.ledger.file from the configuration.',
    },
  ]);
  write('ledger.csv', balances('1.00'));
  expect(await look('ledger.csv')).toMatchObject([{ isOk: true, detail: 'ledger.csv: 1 CSV, 42 bytes' }]);
  write('ledger.csv', '{"account":"1150"}\n');
  expect(await look('ledger.csv')).toMatchObject([{ isOk: false }]);
});

const company = (ledger: object) => ({ books: { ledger } });

test('No day requires the ledger, and its accounts are settings for SQL', () => {
  const configured = company({ accounts: { gateway: '1150', bank: ['1010', '1011'] } });
  expect(connector.isConfigured(configured)).toBe(true);
  expect(connector.requires(configured)).toEqual([]);
  const { ledger_gateway_accounts, ledger_bank_accounts, ledger_payout_accounts } = connector.settings(configured);
  expect({ ledger_gateway_accounts, ledger_bank_accounts, ledger_payout_accounts }).toEqual({
    ledger_gateway_accounts: '["1150"]',
    ledger_bank_accounts: '["1010","1011"]',
    ledger_payout_accounts: undefined,
  });
});

test('A section without a file may leave out the accounts, and then no balance is used', () => {
  expect(Object.keys(connector.settings(company({ aliases: { account: ['Code'] } }))).length).toBeGreaterThan(0);
  expect(connector.settings(company({})).ledger_gateway_accounts).toBeUndefined();
});

test.each([
  [{ file: 'ledger.csv' }, 'accounts: is missing: name the account of the gateway'],
  [{ accounts: {} }, 'accounts: needs at least one of gateway, bank and payout'],
  [{ accounts: { gateway: [] } }, 'accounts.gateway: must have the code of an account'],
  [{ accounts: { gateway: 1150 } }, 'accounts.gateway: must be the code of an account in quotes'],
  [{ accounts: { gateway: ' ' } }, 'accounts.gateway: must be the code of an account in quotes'],
  [
    { accounts: { gateway: '1150', bank: '1150' } },
    'accounts.bank: has the account "1150", which is also the account of gateway',
  ],
  [{ accounts: { bank: ['1010', '1010'] } }, 'accounts.bank: has the account "1010" twice'],
  [{ accounts: { gateway: '1150', wallet: '1' } }, 'accounts: Unrecognized key: "wallet"'],
  [{ accounts, cadence: 'monthly' }, ': Unrecognized key: "cadence"'],
])('The section %j is refused', (ledger, expected) => {
  const { error } = z.object(filesConfiguration).safeParse(company(ledger));
  const issues = error?.issues.map(({ path, message }) => `${path.slice(2).join('.')}: ${message}`);
  expect(issues).toEqual([expect.stringContaining(expected)]);
});
