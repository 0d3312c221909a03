import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { parse, stringify } from 'yaml';
import { loadConfig } from '../../src/config/load.ts';
import { TieoutError } from '../../src/domain/tieout-error.ts';
import { reconcile } from '../../src/reconcile/reconcile.ts';
import { instructionsFor } from '../../src/run/load-instructions.ts';
import { writeConfiguration } from '../../src/run/write-company.ts';
import type { LandedFile, LoadOutcome } from '../../src/warehouse/load/landed-file.ts';
import { loadReceipt } from '../../src/warehouse/load/load-receipts.ts';
import { onlyCompany } from '../given/sandbox-config.ts';
import { givenWarehouse } from '../given/warehouse.ts';
import { type Change, configurationKind } from './mutation.ts';
import { type Outcome, readOutcome } from './outcome.ts';
import { type Undoable, undoable } from './undoable.ts';
import { configurationOf, type World } from './world.ts';

/** What a run says with a changed input, and how the input was loaded; a configuration that is refused stops the run. */
export type Tried =
  | { status: 'run'; outcome: Outcome; load: LoadOutcome | undefined }
  | { status: 'refused'; code: string; message: string };

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

type Loaded = Pick<Undoable, 'connection' | 'withPlans'> & { world: World; folder: string };

/** Writes a changed configuration to the warehouse and runs. */
async function withConfiguration({ connection, withPlans, world, folder }: Loaded, bytes: Buffer): Promise<Tried> {
  const path = join(folder, 'tieout.yaml');
  const company: unknown = parse(bytes.toString('utf8'));
  writeFileSync(path, stringify({ ...configurationOf(world), companies: [company] }));
  try {
    const config = await loadConfig(path);
    const changed = { ...world, config, company: onlyCompany(config) };
    await writeConfiguration(connection, config, changed.company);
    return { status: 'run', outcome: await withPlans(() => runOn(connection, changed)), load: undefined };
  } catch (error) {
    if (!(error instanceof TieoutError)) throw error;
    return { status: 'refused', code: error.code, message: error.message };
  }
}

/** Loads a world without one of its inputs; whole where it is the configuration that is changed. */
export async function openHarness(world: World, input: LandedFile): Promise<Harness> {
  const warehouse = await givenWarehouse();
  const folder = mkdtempSync(join(tmpdir(), 'tieout-mutants-'));
  await writeConfiguration(warehouse.connection, world.config, world.company);
  for (const file of world.files) if (file !== input) await load(warehouse.connection, world, file);
  const { connection, undo, withPlans } = await undoable(warehouse.connection);
  const tryInput = async (change: Change): Promise<Tried> => {
    const isLoaded = change.isGone !== true && input.kind !== configurationKind;
    const loaded = isLoaded ? await load(connection, world, changedFile(input, change, folder)) : undefined;
    return { status: 'run', outcome: await withPlans(() => runOn(connection, world)), load: loaded };
  };
  return {
    withInput: async (change = { what: 'nothing' }) => {
      try {
        return input.kind === configurationKind && change.bytes !== undefined
          ? await withConfiguration({ connection, withPlans, world, folder }, change.bytes)
          : await tryInput(change);
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

export const bytesOf = (file: LandedFile): Buffer => readFileSync(file.path);
