import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { forEachCompany, inOrder, sideBySide } from '../../src/commands/companies.ts';
import { openContext } from '../../src/commands/context.ts';
import type { CompanyConfig } from '../../src/config/company-schema.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { TieoutError } from '../../src/domain/tieout-error.ts';

const names = ['a', 'b', 'c', 'd', 'e', 'f'];

async function given(beside: object = {}) {
  const cwd = mkdtempSync(join(tmpdir(), 'tieout-companies-'));
  const gateway = { base_url: 'http://127.0.0.1:9/api/v1', secret_key: { env: 'T_KEY' } };
  const companies = names.map((name) => ({ name, zone: 'UTC', currencies: ['MYR'], gateway }));
  writeFileSync(join(cwd, 'tieout.yaml'), stringify({ data_dir: 'data', companies, ...beside }));
  const errors: string[] = [];
  const surroundings = {
    ...{ env: {}, cwd, script: 'tieout', stdout: { write() {} } },
    stderr: { write: (text: string) => void errors.push(text) },
  };
  const options = { config: 'tieout.yaml', json: false, quiet: true };
  const context = await openContext(options, surroundings, 'tieout');
  return { config: await loadConfig('tieout.yaml', { cwd, environment: {} }), context, errors };
}

const wrongKey = () => new TieoutError({ code: 'KEY_REFUSED', message: 'Refused.', remedy: 'Check the key.' });

test('A company that hangs and one that fails delay no other, and the results are in the order of the configuration', async () => {
  const { config, context, errors } = await given();
  let finish = () => {};
  const hangs = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const [began, done]: string[][] = [[], []];
  let [atWork, most] = [0, 0];
  const results = new Map<CompanyConfig, string>();
  const work = async (company: CompanyConfig) => {
    const { name } = company;
    began?.push(name);
    most = Math.max(most, ++atWork);
    try {
      if (name === 'a') await hangs;
      await new Promise((resolve) => setTimeout(resolve, 1));
      if (name === 'b' || name === 'e') throw wrongKey();
      results.set(company, name);
      done?.push(name);
      if (name === 'f') finish();
    } finally {
      atWork -= 1;
    }
  };
  const failures = await forEachCompany(config, config.companies, context, work, 3);
  expect(began).toEqual(names);
  expect(most).toBe(3);
  expect(done).toEqual(['c', 'd', 'f', 'a']);
  expect(inOrder(config.companies, results)).toEqual(['a', 'c', 'd', 'f']);
  expect(failures.map(({ company, error }) => `${company} ${error.code}`)).toEqual(['b KEY_REFUSED', 'e KEY_REFUSED']);
  expect(errors.map((text) => text.split(':')[0])).toEqual(['b', 'e']);
});

test('The error of the only company is thrown', async () => {
  const { config, context } = await given();
  const only = config.companies.slice(0, 1);
  await expect(forEachCompany(config, only, context, () => Promise.reject(wrongKey()), 4)).rejects.toThrow('Refused.');
});

test('Companies at the same time share the memory, unless the configuration limits each', async () => {
  const mib = ({ config }: ReturnType<typeof sideBySide>) => Number.parseInt(config.warehouse.memory_limit ?? '', 10);
  const { config } = await given();
  const [two, four] = [2, 4].map((atOnce) => sideBySide({ ...config, companies_at_once: atOnce }, config.companies));
  expect([two?.atOnce, four?.atOnce, sideBySide(config, config.companies.slice(0, 2)).atOnce]).toEqual([2, 4, 2]);
  if (two === undefined || four === undefined) throw new Error('two configurations are made');
  expect(mib(four)).toBe(Math.floor(mib(two) / 2));
  expect(sideBySide(config, config.companies.slice(0, 1)).config.warehouse.memory_limit).toBeUndefined();
  const limited = await given({ warehouse: { memory_limit: '3GB' } });
  expect(sideBySide(limited.config, limited.config.companies).config.warehouse.memory_limit).toBe('3GB');
  // DuckDB takes no percentage
  await expect(given({ warehouse: { memory_limit: '80%' } })).rejects.toMatchObject({ code: 'CONFIG_WRONG' });
});
