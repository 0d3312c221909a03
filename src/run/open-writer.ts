import { join } from 'node:path';
import type { LoadedConfig } from '../config/load.ts';
import type { CompanyConfig } from '../config/schema.ts';
import { checkOwnReconciliations } from '../reconcile/own-reconciliations.ts';
import { checkOwnReports } from '../report/own-reports.ts';
import { openWarehouse, type Warehouse } from '../warehouse/open.ts';
import { readOwnFiles } from '../warehouse/own-files.ts';
import { writeConfiguration } from './write-company.ts';

/** Where the user's own report definitions are. */
export const ownReportFolder = ({ ownFolder }: Pick<LoadedConfig, 'ownFolder'>): string => join(ownFolder, 'reports');

/**
 * Opens a warehouse with the user's own files, each of which is checked before anything is run. A file that is wrong is a
 * usage error that names it.
 */
export async function openWithOwnFiles(config: LoadedConfig, path: string): Promise<Warehouse> {
  const own = await readOwnFiles(config.ownFolder, config.matching.folder);
  const { memory_limit: memoryLimit, threads } = config.warehouse;
  const warehouse = await openWarehouse(path, { memoryLimit, threads }, own);
  try {
    await checkOwnReconciliations(warehouse.connection);
    await checkOwnReports(warehouse.connection, ownReportFolder(config));
  } catch (error) {
    warehouse.close();
    throw error;
  }
  return warehouse;
}

/** The same for the steps that change a company's warehouse: with its configuration. */
export async function openWriter(config: LoadedConfig, company: CompanyConfig, path: string): Promise<Warehouse> {
  const warehouse = await openWithOwnFiles(config, path);
  try {
    await writeConfiguration(warehouse.connection, config, company);
  } catch (error) {
    warehouse.close();
    throw error;
  }
  return warehouse;
}
