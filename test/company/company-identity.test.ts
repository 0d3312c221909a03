import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { identityGuard, readIdentities } from '../../src/company/company-identity.ts';
import { companyPaths } from '../../src/config/data-paths.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { openLanding } from '../../src/landing/landing.ts';

test('Of companies that begin at the same time and are one company to the service, one is kept and the others are refused', async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'tieout-identity-'));
  const companies = ['acme', 'beta', 'gamma'].map((name) => ({
    ...{ name, zone: 'UTC', currencies: ['MYR'] },
    gateway: { base_url: 'http://127.0.0.1:9/api/v1', secret_key: { env: 'T_KEY' } },
  }));
  writeFileSync(join(cwd, 'tieout.yaml'), stringify({ data_dir: 'data', companies }));
  const config = await loadConfig('tieout.yaml', { cwd, environment: {} });
  const known = { kind: 'statement', read: async () => ({}) };
  const guards = await Promise.all(
    config.companies.map(async (company) => {
      const landing = await openLanding(companyPaths(config.data_dir, company.name).landing, config.clock);
      return identityGuard(config, company, landing);
    }),
  );
  const checked = await Promise.allSettled(
    guards.map((guard) => guard.check({ source: 'gateway', title: 'payment gateway', known }, { company: ['one'] })),
  );
  const refused = checked.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  expect(refused).toMatchObject([{ code: 'IDENTITY_SHARED' }, { code: 'IDENTITY_SHARED' }]);
  const kept = await Promise.all(config.companies.map((company) => readIdentities(config, company)));
  expect(kept.flat().filter(({ identity }) => identity !== null)).toHaveLength(1);
});
