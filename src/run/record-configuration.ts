import type { LoadedConfig } from '../config/load.ts';
import { silentProgress } from '../domain/progress.ts';
import { newReceiptFacts } from '../domain/receipt.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import type { Landing } from '../landing/landing.ts';
import { loadedReceiptIds } from '../warehouse/load/load-receipts.ts';
import type { Warehouse } from '../warehouse/open.ts';
import { loadNewReceipts } from './load.ts';
import { applyConfiguration } from './open-writer.ts';
import {
  configurationKind,
  hashOf,
  newestConfiguration,
  type RunConfiguration,
  readConfiguration,
  recordText,
} from './run-configuration.ts';
import { isInput } from './run-mark.ts';
import { readCalendar } from './write-calendar.ts';

/** What is there when a configuration is recorded; the warehouse has the configuration of now. */
type Opened = { landing: Landing; warehouse: Warehouse; configuration: RunConfiguration };

/** Errors of the disk, the memory or the database: the configuration is not at fault. */
const ofMachine = new Set(['DISK_FULL', 'FOLDER_READ_ONLY', 'WAREHOUSE_NOT_WRITTEN', 'WAREHOUSE_UNREADABLE']);

/**
 * Loads what a killed run received and did not load with the configuration of that run, as a rebuild does, before another
 * configuration is recorded. One that cannot be used any more is not: its receipts are loaded with the new one.
 */
async function loadWithFormer(config: LoadedConfig, { landing, warehouse, configuration }: Opened): Promise<void> {
  const { connection } = warehouse;
  const { name } = configuration.company;
  const former = newestConfiguration(landing, name);
  if (former === undefined) return;
  const known = await loadedReceiptIds(connection);
  if (
    !landing
      .receipts()
      .some((receipt) => receipt.company === name && isInput(receipt) && !known.has(receipt.receipt_id))
  )
    return;
  try {
    const then = await readConfiguration(landing, former, config.ownFolder);
    await applyConfiguration(connection, config, then);
    await loadNewReceipts(connection, landing, then.company, landing.lastReceiptId(), silentProgress);
  } catch (error) {
    if (!(error instanceof TieoutError) || ofMachine.has(error.code)) throw error;
  }
  await applyConfiguration(connection, config, configuration);
}

/**
 * Keeps the configuration of now in landing, unless it is the newest one there, before anything is loaded with it: a rebuild
 * finds it in the place from which on it was used. A repetition after a kill keeps nothing twice.
 */
export async function recordConfiguration(config: LoadedConfig, opened: Opened): Promise<void> {
  const { landing, warehouse, configuration } = opened;
  const { company } = configuration;
  const calendar = await readCalendar(warehouse.connection, company);
  const text = await recordText({ ...configuration, calendar });
  let recorded = newestConfiguration(landing, company.name);
  if (recorded?.sha256 !== hashOf(text)) {
    await loadWithFormer(config, opened);
    recorded = await landing.put(
      newReceiptFacts({
        ...{ source: 'run', kind: configurationKind, company: company.name },
        ...{ ext: 'json', content_type: 'application/json' },
      }),
      { bytes: text },
    );
  }
  await loadNewReceipts(warehouse.connection, landing, company, recorded.receipt_id, silentProgress);
}
