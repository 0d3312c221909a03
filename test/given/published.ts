import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { companyPaths } from '../../src/config/data-paths.ts';
import { publishSnapshot } from '../../src/warehouse/publish.ts';
import { givenWarehouse } from './warehouse.ts';

/** What a command needs to read the given configuration. */
export const publishedEnv = { KEY: 'k' };

/** A folder with the configuration of companies that have published a warehouse without records, and with one view of their own. */
export async function givenPublished(...companies: string[]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'tieout-published-'));
  const keys = companies.map((_, at) => `{ base_url: "http://127.0.0.1:1/${at}", secret_key: { env: KEY } }`);
  writeFileSync(
    join(folder, 'tieout.yaml'),
    `data_dir: data\ncompanies:\n${companies
      .map((name, at) => `  - { name: ${name}, zone: Asia/Kuala_Lumpur, currencies: [MYR], gateway: ${keys[at]} }\n`)
      .join('')}`,
  );
  for (const company of companies) {
    const warehouse = await givenWarehouse();
    await warehouse.connection.run(
      `insert into core.company (company, zone, currencies) values ('${company}', 'Asia/Kuala_Lumpur', ['MYR'])`,
    );
    await warehouse.connection.run('create view own.mine as select company from core.company');
    const { published } = companyPaths(join(folder, 'data'), company);
    mkdirSync(dirname(published), { recursive: true });
    await publishSnapshot(warehouse, published);
    warehouse.close();
  }
  return folder;
}
