import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { parse, stringify } from 'yaml';
import { instructionsFor } from '../../src/company/reading-instructions.ts';
import { writeConfiguration } from '../../src/company/write-company.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { TieoutError } from '../../src/domain/tieout-error.ts';
import { reconcile } from '../../src/reconcile/reconcile.ts';
import type { LandedFile, LoadOutcome } from '../../src/warehouse/load/landed-file.ts';
import { loadReceipt } from '../../src/warehouse/load/load-receipt.ts';
import { onlyCompany } from '../given/sandbox-config.ts';
import { givenWarehouse } from '../given/warehouse.ts';
import { identityRefusal } from './identity.ts';
import { type Change, configurationKind } from './mutation.ts';
import { type Outcome, readOutcome } from './outcome.ts';
import { type Undoable, undoable } from './undoable.ts';
import { configurationOf, type World } from './world.ts';

/** What a run says with a changed input, and how the input was loaded; a configuration that is refused stops the run. */
export type Tried =
  | { status: 'run'; outcome: Outcome; load: LoadOutcome | undefined }
  | { status: 'refused'; code: string; message: string };

/** A world that is loaded without some of its inputs, which are added and taken away again for each run. */
export type Harness = {
  /** Runs with all inputs, one of those changed that the world was loaded without. */
  run(changed?: { file: LandedFile; change: Change }): Promise<Tried>;
  close(): void;
};

function load(connection: DuckDBConnection, { company, files }: World, file: LandedFile): Promise<LoadOutcome> {
  const earlier = (kind: string) => files.filter((other) => other.kind === kind && other.receipt_id < file.receipt_id);
  return loadReceipt(connection, file, instructionsFor(file, company, earlier));
}

/** One more than every receipt of the world. */
const runId = ({ files }: World) => Math.max(...files.map(({ receipt_id }) => receipt_id)) + 1;

async function runOn(connection: DuckDBConnection, world: World, isWhole: boolean): Promise<Outcome> {
  await reconcile(connection, {
    runId: runId(world),
    company: world.company.name,
    knownThrough: runId(world) - 1,
    periodStart: world.period.from.toString(),
    periodEnd: world.period.to.toString(),
  });
  return readOutcome(connection, isWhole);
}

/** The input with a change, on disk where its bytes are others. */
function changedFile(file: LandedFile, { bytes, facts = {} }: Change, folder: string): LandedFile {
  if (bytes === undefined) return { ...file, ...facts };
  const path = join(folder, `changed.${file.ext}`);
  writeFileSync(path, bytes);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { ...file, ...facts, path, bytes: bytes.length, sha256 };
}

type Loaded = Pick<Undoable, 'connection' | 'withPlans'> & { world: World; folder: string; isWhole: boolean };

/** Writes a changed configuration to the warehouse and runs. */
async function withConfiguration(
  { connection, withPlans, world, folder, isWhole }: Loaded,
  bytes: Buffer,
): Promise<Tried> {
  const path = join(folder, 'tieout.yaml');
  const company: unknown = parse(bytes.toString('utf8'));
  writeFileSync(path, stringify({ ...configurationOf(world), companies: [company] }));
  try {
    const config = await loadConfig(path);
    const changed = { ...world, config, company: onlyCompany(config) };
    await writeConfiguration(connection, config, changed.company);
    return { status: 'run', outcome: await withPlans(() => runOn(connection, changed, isWhole)), load: undefined };
  } catch (error) {
    if (!(error instanceof TieoutError)) throw error;
    return { status: 'refused', code: error.code, message: error.message };
  }
}

/** Every run counts business days: the worlds have a few weeks, and the calendar a hundred years. */
const withoutDistantYears = (connection: DuckDBConnection) =>
  connection.run(`delete from core.calendar_day where day not between '2025-01-01' and '2027-12-31'`);

/**
 * Loads a world without the inputs that will be changed. The configuration is no input: with it alone the world is loaded whole.
 * With `isWhole: false`, what a run says of items and controls is only read where every day is green.
 */
export async function openHarness(
  world: World,
  inputs: readonly LandedFile[],
  { isWhole = true } = {},
): Promise<Harness> {
  const warehouse = await givenWarehouse();
  const folder = mkdtempSync(join(tmpdir(), 'tieout-mutants-'));
  await withoutDistantYears(warehouse.connection);
  await writeConfiguration(warehouse.connection, world.config, world.company);
  for (const file of world.files) if (!inputs.includes(file)) await load(warehouse.connection, world, file);
  const { connection, undo, withPlans } = await undoable(warehouse.connection);
  const runWith = async (changed: { file: LandedFile; change: Change } | undefined): Promise<Tried> => {
    let loaded: LoadOutcome | undefined;
    for (const file of inputs.filter(({ kind }) => kind !== configurationKind)) {
      const isChanged = file === changed?.file;
      if (isChanged && changed.change.isGone === true) continue;
      const given = isChanged ? changedFile(file, changed.change, folder) : file;
      const outcome = await withPlans(() => load(connection, world, given));
      if (isChanged) loaded = outcome;
    }
    return { status: 'run', outcome: await withPlans(() => runOn(connection, world, isWhole)), load: loaded };
  };
  return {
    run: async (changed) => {
      try {
        const refusal = changed && (await identityRefusal(world, changed.file, changed.change));
        if (refusal !== undefined) return { status: 'refused', code: refusal.code, message: refusal.message };
        return changed?.file.kind === configurationKind && changed.change.bytes !== undefined
          ? await withConfiguration({ connection, withPlans, world, folder, isWhole }, changed.change.bytes)
          : await runWith(changed);
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
