import { existsSync } from 'node:fs';
import type { CompanyConfig } from '../config/company-schema.ts';
import { companyPaths } from '../config/data-paths.ts';
import type { LoadedConfig } from '../config/load-config.ts';
import type { Finding } from '../connectors/connector.ts';
import { headPath } from '../disk/chain-file.ts';
import { indexPath } from '../landing/landing.ts';
import { sealPath } from '../warehouse/seal-file.ts';
import { verifyCompany } from './verify-company.ts';

const check = 'evidence';

/** Checks quickly whether the kept data of a company is unchanged: one finding, or one for each doubt. */
export async function evidenceFindings(config: LoadedConfig, company: CompanyConfig): Promise<Finding[]> {
  const { landing, warehouse, published } = companyPaths(config.data_dir, company.name);
  // a company that has lost its index or its published file still counts as a company with data
  const signs = [indexPath(landing), headPath(indexPath(landing)), warehouse, published, sealPath(published)];
  if (!signs.some((path) => existsSync(path))) return [];
  const { proven, doubts } = await verifyCompany(config, company, { isQuick: true });
  if (doubts.length > 0)
    return doubts.map(({ message, remedy }) => ({ check, isOk: false, detail: message, fix: remedy }));
  const detail = `${proven.join('; ')} (\`tieout verify\` reads every file)`;
  return [{ check, isOk: true, detail, fix: null }];
}
