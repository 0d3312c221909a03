import { existsSync } from 'node:fs';
import type { CompanyConfig } from '../config/company-schema.ts';
import { companyPaths } from '../config/data-paths.ts';
import type { LoadedConfig } from '../config/load.ts';
import type { Finding } from '../connectors/connector.ts';
import { indexPath } from '../landing/landing.ts';
import { verifyCompany } from './verify-company.ts';

const check = 'evidence';

/** Whether what is kept of a company is as it was written, as far as that is quickly seen: one finding, or one a doubt. */
export async function evidenceFindings(config: LoadedConfig, company: CompanyConfig): Promise<Finding[]> {
  if (!existsSync(indexPath(companyPaths(config.data_dir, company.name).landing))) return [];
  const { proven, doubts } = await verifyCompany(config, company, { isQuick: true });
  if (doubts.length > 0)
    return doubts.map(({ message, remedy }) => ({ check, isOk: false, detail: message, fix: remedy }));
  const detail = `${proven.join('; ')} (\`tieout verify\` reads every file)`;
  return [{ check, isOk: true, detail, fix: null }];
}
