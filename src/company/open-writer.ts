import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { z } from 'zod';
import type { CompanyConfig } from '../config/company-schema.ts';
import { companyPaths } from '../config/data-paths.ts';
import type { LoadedConfig } from '../config/load-config.ts';
import { type FilesSection, filesConfiguration } from '../connectors/files/configuration.ts';
import { pairsOf } from '../connectors/files/pairs.ts';
import { checkOwnReconciliations } from '../reconcile/own-reconciliations.ts';
import { checkOwnReports } from '../report/own-reports.ts';
import { useCustomerKey } from '../warehouse/customer-key.ts';
import { openWarehouse, type Warehouse } from '../warehouse/open.ts';
import { type OwnFile, readOwnFiles } from '../warehouse/own-files.ts';
import { prepareWarehouse } from '../warehouse/prepare-warehouse.ts';
import { keyOfCompany } from './key-of-company.ts';
import { pairFiles } from './pair-files.ts';
import type { RunConfiguration } from './recorded-configuration.ts';
import { refuseUnknownItemKinds, writeConfiguration } from './write-company.ts';

/** The folder of the user's own report definitions. */
export const ownReportFolder = ({ ownFolder }: Pick<LoadedConfig, 'ownFolder'>): string => join(ownFolder, 'reports');

/** The user's own files and the reconciliations of a company's pairs. */
async function ownFilesOf(config: LoadedConfig, company: CompanyConfig): Promise<OwnFile[]> {
  const own = await readOwnFiles(config.ownFolder);
  const { books }: FilesSection = z.object(filesConfiguration).parse(company);
  return [...own, ...pairFiles(pairsOf(books), config.path, own)];
}

/** The current configuration of a company, from the files. Throws the error of an invalid own file. */
export async function configurationNow(config: LoadedConfig, company: CompanyConfig): Promise<RunConfiguration> {
  const ownFiles = await ownFilesOf(config, company);
  return { company, passes: config.matching.passes, decision: config.decision, ownFiles };
}

async function openChecked(config: LoadedConfig, path: string, own: readonly OwnFile[]): Promise<Warehouse> {
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

/**
 * Opens a warehouse with the user's own files, all of which are checked before any is run. An invalid file is a usage error that names
 * it.
 */
export async function openWithOwnFiles(config: LoadedConfig, company: CompanyConfig, path: string): Promise<Warehouse> {
  return openChecked(config, path, await ownFilesOf(config, company));
}

/** Opens a company's warehouse with its own files and its configuration, for the steps that change it. */
export async function openWriter(
  config: LoadedConfig,
  configuration: RunConfiguration,
  path: string,
): Promise<Warehouse> {
  const warehouse = await openChecked(config, path, configuration.ownFiles);
  try {
    await useCustomerKey(
      warehouse.connection,
      await keyOfCompany(companyPaths(config.data_dir, configuration.company.name)),
    );
    await writeConfiguration(
      warehouse.connection,
      { matching: configuration, decision: configuration.decision, path: config.path },
      configuration.company,
      configuration.calendar,
    );
    await refuseUnknownItemKinds(warehouse.connection, config);
  } catch (error) {
    warehouse.close();
    throw error;
  }
  return warehouse;
}

/** Replaces the configuration of an open warehouse: own files, passes, terms and calendar. */
export async function applyConfiguration(
  connection: DuckDBConnection,
  { path }: Pick<LoadedConfig, 'path'>,
  configuration: RunConfiguration,
): Promise<void> {
  await prepareWarehouse(connection, { path, own: configuration.ownFiles });
  await checkOwnReconciliations(connection);
  await writeConfiguration(
    connection,
    { matching: configuration, decision: configuration.decision, path },
    configuration.company,
    configuration.calendar,
  );
}
