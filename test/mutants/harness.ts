import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { CompanyConfig } from '../../src/config/schema.ts';
import { reconcile } from '../../src/reconcile/reconcile.ts';
import { instructionsFor } from '../../src/run/load-instructions.ts';
import { writeConfiguration } from '../../src/run/write-company.ts';
import type { LandedFile, LoadOutcome } from '../../src/warehouse/load/landed-file.ts';
import { loadReceipt } from '../../src/warehouse/load/load-receipts.ts';
import { givenWarehouse } from '../given/warehouse.ts';
import type { Change } from './mutation.ts';
import { type Outcome, readOutcome } from './outcome.ts';
import { undoable } from './undoable.ts';
import type { World } from './world.ts';

export type Tried = { outcome: Outcome; load: LoadOutcome | undefined };

/** A world that is loaded without one of its inputs, to which changed versions of it are added and taken away again. */
export type Harness = {
  /** Runs with a changed version of the input; without a change, with the input as it is. */
  withInput(change?: Change): Promise<Tried>;
  close(): void;
};

function load(connection: DuckDBConnection, { company, files }: World, file: LandedFile): Promise<LoadOutcome> {
  const earlier = (kind: string) => files.filter((other) => other.kind === kind && other.receipt_id < file.receipt_id);
  return loadReceipt(connection, file, instructionsFor(file, company, earlier));
}

/** One more than every receipt of the world. */
const runId = ({ files }: World) => Math.max(...files.map(({ receipt_id }) => receipt_id)) + 1;

async function runOn(connection: DuckDBConnection, world: World): Promise<Outcome> {
  await reconcile(connection, {
    ...{ runId: runId(world), company: world.company.name, knownThrough: runId(world) - 1 },
    ...{ periodStart: world.period.from.toString(), periodEnd: world.period.to.toString() },
  });
  return readOutcome(connection);
}

/** The input with a change, on disk where its bytes are others. */
function changedFile(file: LandedFile, { bytes, facts = {} }: Change, folder: string): LandedFile {
  if (bytes === undefined) return { ...file, ...facts };
  const path = join(folder, `changed.${file.ext}`);
  writeFileSync(path, bytes);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { ...file, ...facts, path, bytes: bytes.length, sha256 };
}

/** Loads a world without one of its inputs; with all of them where none is named. */
export async function openHarness(world: World, input?: LandedFile): Promise<Harness> {
  const warehouse = await givenWarehouse();
  const folder = mkdtempSync(join(tmpdir(), 'tieout-mutants-'));
  await writeConfiguration(warehouse.connection, world.config, world.company);
  for (const file of world.files) if (file !== input) await load(warehouse.connection, world, file);
  const { connection, undo, withPlans } = await undoable(warehouse.connection);
  return {
    withInput: async (change = { what: 'nothing' }) => {
      try {
        const loaded =
          input === undefined || change.isGone
            ? undefined
            : await load(connection, world, changedFile(input, change, folder));
        return { outcome: await withPlans(() => runOn(connection, world)), load: loaded };
      } finally {
        await undo();
      }
    },
    close: () => {
      warehouse.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** The outcome of a world that is loaded whole, under its own or another configuration. */
export async function withCompany(harness: DuckDBConnection, world: World, company: CompanyConfig): Promise<Outcome> {
  await writeConfiguration(harness, world.config, company);
  return runOn(harness, { ...world, company });
}

export const bytesOf = (file: LandedFile): Buffer => readFileSync(file.path);
