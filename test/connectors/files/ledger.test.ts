import { expect, test } from 'vitest';
import { z } from 'zod';
import { filesConfiguration } from '../../../src/connectors/files/configuration.ts';
import { connector } from '../../../src/connectors/files/manifest.ts';

const accounts = { gateway: '1150' };
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
