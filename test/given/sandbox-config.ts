import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { z } from 'zod';
import type { RunningSandbox } from '../../packages/sandbox/src/start.ts';
import type { CompanyConfig } from '../../src/config/company-schema.ts';
import { companyPaths } from '../../src/config/data-paths.ts';
import type { LoadedConfig } from '../../src/config/load-config.ts';
import { silentProgress } from '../../src/domain/progress.ts';
import { periodOfDays, type RunRequest, type RunResult, runCompany } from '../../src/pipeline/run-company.ts';
import { placeWarehouse } from './warehouse.ts';

/** The data directory of the company of the configuration. */
export const givenData = (folder: string) => companyPaths(join(folder, 'data'), 'acme');

/** The one company of a configuration. */
export function onlyCompany({ companies }: LoadedConfig): CompanyConfig {
  const [company] = companies;
  if (company === undefined || companies.length !== 1) throw new Error('there is not exactly one company');
  return company;
}

/** Runs days of the one company of a configuration, the last one included, in this process. */
export function runDays(
  config: LoadedConfig,
  [first, last]: readonly [first: string, last: string],
  changes: Partial<RunRequest> = {},
): Promise<RunResult> {
  const request = { config, company: onlyCompany(config), isFetching: true, refresh: false, progress: silentProgress };
  return runCompany({ ...request, period: periodOfDays(first, last), ...changes });
}

/** A company at a running sandbox as a configuration has it, and the variables with its keys. */
export function companyAt(sandbox: RunningSandbox, name = 'acme', prefix = 'T') {
  const variable = (key: string) => `${prefix}_${key}`;
  return {
    company: {
      name,
      zone: 'Asia/Kuala_Lumpur',
      currencies: ['MYR', 'SGD'],
      gateway: {
        base_url: sandbox.gatewayUrl,
        secret_key: { env: variable('GATEWAY_KEY') },
        narrowing_requests: 0,
      },
      payout: {
        base_url: sandbox.payoutUrl,
        api_key: { env: variable('PAYOUT_KEY') },
        api_secret: { env: variable('PAYOUT_SECRET') },
      },
    },
    env: {
      [variable('GATEWAY_KEY')]: sandbox.gatewaySecretKey,
      [variable('PAYOUT_KEY')]: sandbox.payoutApiKey,
      [variable('PAYOUT_SECRET')]: sandbox.payoutApiSecret,
    },
  };
}

/**
 * A configuration file for one company at a running sandbox, and the environment with its keys. For few records a
 * second thread costs more than it saves; locating differences is enabled only in its own tests. An empty warehouse is prepared.
 */
export function givenConfig(
  sandbox: RunningSandbox,
  changes: object = {},
): { path: string; folder: string; env: Record<string, string> } {
  const folder = mkdtempSync(join(tmpdir(), 'tieout-e2e-'));
  const path = join(folder, 'tieout.yaml');
  const { company, env } = companyAt(sandbox);
  const config = { data_dir: 'data', warehouse: { threads: 1 }, companies: [{ ...company, ...changes }] };
  writeFileSync(path, stringify(config));
  placeWarehouse(companyPaths(join(folder, 'data'), 'acme').warehouse);
  return { path, folder, env };
}

/** How many statements were requested of a sandbox. */
export async function statementsAsked({ gatewayUrl, gatewaySecretKey }: RunningSandbox): Promise<number> {
  const headers = { authorization: `Bearer ${gatewaySecretKey}` };
  const answer = await fetch(`${gatewayUrl}/company_statements/`, { headers });
  return z.object({ results: z.array(z.unknown()) }).parse(await answer.json()).results.length;
}
