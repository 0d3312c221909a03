import { dirname } from 'node:path';
import type { CompanyConfig } from '../config/company-schema.ts';
import { companyPaths } from '../config/data-paths.ts';
import type { LoadedConfig } from '../config/load-config.ts';
import { companyKey } from '../privacy/company-key.ts';
import { filesOfMasked, publishMasked, removeMasked } from '../warehouse/masked-snapshot.ts';
import type { Warehouse } from '../warehouse/open.ts';
import { publishClosed, publishSnapshot } from '../warehouse/publish.ts';

async function publishWith(config: LoadedConfig, { name }: CompanyConfig, publish: (path: string) => Promise<void>) {
  const { published, masked, privacyKey, lock } = companyPaths(config.data_dir, name);
  const { masked_snapshot: readers, memory_limit: memoryLimit, threads } = config.warehouse;
  // a masked copy that is older than the published snapshot would be mistaken for its copy
  if (readers === 'none') await removeMasked(masked);
  await publish(published);
  if (readers === 'none') return;
  const key = await companyKey(privacyKey, filesOfMasked(masked));
  await publishMasked(
    { snapshot: published, masked, key, folders: [config.data_dir, dirname(lock)] },
    { readers, limits: { memoryLimit, threads } },
  );
}

/** Publishes a company's open warehouse and, where it is configured, a copy without personal data. */
export const publishCompany = (config: LoadedConfig, company: CompanyConfig, warehouse: Warehouse): Promise<void> =>
  publishWith(config, company, (published) => publishSnapshot(warehouse, published));

/** Publishes a company's closed warehouse in the same way; no process has it open. */
export const publishInPlace = (config: LoadedConfig, company: CompanyConfig): Promise<void> =>
  publishWith(config, company, (published) =>
    publishClosed(companyPaths(config.data_dir, company.name).warehouse, published),
  );
