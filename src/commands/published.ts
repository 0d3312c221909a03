import { publishedSnapshots, unpublishedCompanies } from '../company/published-warehouse.ts';
import type { CompanyConfig } from '../config/company-schema.ts';
import type { LoadedConfig } from '../config/load-config.ts';
import { openSnapshots, type Snapshots } from '../warehouse/snapshots.ts';
import type { CommandContext } from './context.ts';

/** The snapshots of some companies, by company; warns of companies that have received files and have not published yet. */
export function publishedPaths(
  config: LoadedConfig,
  companies: CompanyConfig[],
  context: CommandContext,
): Map<string, string> {
  const paths = publishedSnapshots(config, companies);
  for (const company of unpublishedCompanies(config, companies))
    context.log.warn(
      `${company} has published nothing yet and is left out. Run \`${context.command} rebuild --company ${company}\`.`,
    );
  return paths;
}

/** Opens the published snapshots of some companies as one database. */
export async function openPublished(
  config: LoadedConfig,
  companies: CompanyConfig[],
  context: CommandContext,
  options: Parameters<typeof openSnapshots>[1] = {},
): Promise<Snapshots> {
  return openSnapshots(publishedPaths(config, companies, context), options);
}
