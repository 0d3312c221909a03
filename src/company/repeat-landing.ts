import type { DuckDBConnection } from '@duckdb/node-api';
import type { CompanyConfig } from '../config/company-schema.ts';
import type { LoadedConfig } from '../config/load-config.ts';
import type { Progress } from '../domain/progress.ts';
import type { Receipt } from '../domain/receipt.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import type { Landing } from '../landing/landing.ts';
import { reconcile } from '../reconcile/reconcile.ts';
import { isOfWarehouse } from '../warehouse/load/refusal.ts';
import { rulesFingerprint } from '../warehouse/rules-fingerprint.ts';
import { firstLine, isDamaged } from '../warehouse/warehouse-error.ts';
import { loadNewReceipts, retryRefused } from './load-landing.ts';
import { applyConfiguration, configurationNow } from './open-writer.ts';
import {
  configurationKind,
  configurationReceipts,
  ofRecordedConfiguration,
  type RecordedConfiguration,
  type RunConfiguration,
  readConfiguration,
} from './recorded-configuration.ts';
import { configurationNotKept, type RunMark, readRunMark, runsWithoutResults } from './run-mark.ts';

export type RepeatScope = {
  config: LoadedConfig;
  company: CompanyConfig;
  landing: Landing;
  progress: Progress;
  connection: DuckDBConnection;
  /** The last receipt that is loaded or repeated. */
  through: number;
};

/** Receipts that a later configuration accepted: by receipt number, the receipt of that configuration. */
export type LoadedBy = Map<number, Receipt>;

export type Repeated = {
  runs: number;
  /** Runs that were made with the rules of another version. */
  otherRules: number;
  /**
   * Runs of versions that recorded no configuration. They are repeated with the first recorded configuration or, without one, the
   * current one.
   */
  unrecorded: number;
  /** Why runs could not be repeated, and which received files have changed since. */
  errors: TieoutError[];
  /**
   * Where it is not empty, the landing zone must be repeated from its start, with these receipts loaded in their order with these
   * configurations.
   */
  acceptedLater: LoadedBy;
};

const isDamage = (error: TieoutError | undefined): error is TieoutError =>
  error?.code.startsWith('LANDING_OBJECT_') === true;

/** Whether a run failed because of the disk, the memory or the database, so that every other run would fail too. */
const isOfMachine = (error: unknown): boolean =>
  isDamaged(error) ||
  isOfWarehouse(error) ||
  (error instanceof TieoutError && (error.scope === 'company' || isOfMachine(error.cause)));

function notRepeated({ runId, markedAt }: RunMark, cause: unknown): TieoutError {
  return new TieoutError({
    code: 'RUN_NOT_REPEATED',
    message: `The run of ${markedAt} (number ${runId}) cannot be repeated with this version: ${firstLine(cause)}.`,
    remedy:
      'Run its days again with the configuration of today, where the file can be corrected: tieout run --from DAY --to DAY.',
    ...(cause instanceof TieoutError && cause.place !== undefined ? { place: cause.place } : {}),
    exitStatus: 4,
    cause,
  });
}

/** Repeats a landing zone in an empty warehouse. */
class Repetition {
  readonly found: Repeated = { runs: 0, otherRules: 0, unrecorded: 0, errors: [], acceptedLater: new Map() };
  readonly #scope: RepeatScope;
  readonly #loadedBy: LoadedBy;
  readonly #placed = new Set<number>();
  readonly #read = new Map<string, RecordedConfiguration>();
  #inForce: { configuration: RunConfiguration | RecordedConfiguration; sha256: string | null };

  private constructor(scope: RepeatScope, loadedBy: LoadedBy, now: RunConfiguration) {
    this.#scope = scope;
    this.#loadedBy = loadedBy;
    this.#inForce = { configuration: now, sha256: null };
  }

  /** Begins with the first recorded configuration, because it is the nearest to that of the runs before it. */
  static async begin(scope: RepeatScope, loadedBy: LoadedBy): Promise<Repetition> {
    const [first] = configurationReceipts(scope.landing, scope.company.name);
    const now = () => configurationNow(scope.config, scope.company);
    const none = { company: scope.company, passes: {}, decision: scope.config.decision, ownFiles: [] };
    const repetition = new Repetition(scope, loadedBy, first === undefined ? await now() : none);
    if (first !== undefined && (await repetition.#change(first))) return repetition;
    if (first !== undefined) repetition.#inForce = { configuration: await now(), sha256: null };
    await applyConfiguration(scope.connection, scope.config, repetition.#inForce.configuration);
    return repetition;
  }

  async #recorded(receipt: Receipt): Promise<RecordedConfiguration> {
    const { landing, config } = this.#scope;
    const known = this.#read.get(receipt.sha256);
    if (known !== undefined) return known;
    const read = await readConfiguration(landing, receipt, config.ownFolder);
    this.#read.set(receipt.sha256, read);
    return read;
  }

  /** Applies a recorded configuration; false where it cannot be used, and the previous one remains in force. */
  async #change(receipt: Receipt): Promise<boolean> {
    const { landing, connection, config } = this.#scope;
    if (receipt.sha256 === this.#inForce.sha256) return true;
    try {
      const configuration = await this.#recorded(receipt);
      await applyConfiguration(connection, config, configuration).catch(async (error: unknown) => {
        await applyConfiguration(connection, config, this.#inForce.configuration);
        throw ofRecordedConfiguration(landing, receipt, error);
      });
      this.#inForce = { configuration, sha256: receipt.sha256 };
      return true;
    } catch (error) {
      if (!(error instanceof TieoutError)) throw error;
      if (!this.found.errors.some(({ message }) => message === error.message)) this.found.errors.push(error);
      return false;
    }
  }

  async #load(through: number): Promise<void> {
    const { connection, landing, progress } = this.#scope;
    const { company } = this.#inForce.configuration;
    const outcomes = await loadNewReceipts(connection, landing, company, through, progress);
    this.found.errors.push(...outcomes.flatMap(({ error }) => (isDamage(error) ? [error] : [])));
  }

  /** Loads the receipts up to a number, each with the configuration in force, or with the later one that accepted it. */
  async loadThrough(through: number): Promise<void> {
    const { connection, config } = this.#scope;
    const later = [...this.#loadedBy].filter(([id]) => id <= through && !this.#placed.has(id));
    for (const [id, receipt] of later.sort(([a], [b]) => a - b)) {
      this.#placed.add(id);
      await this.#load(id - 1);
      const before = this.#inForce;
      await this.#change(receipt);
      await this.#load(id);
      this.#inForce = before;
      await applyConfiguration(connection, config, before.configuration);
    }
    await this.#load(through);
  }

  /** Applies a configuration and tries again to load what was refused before. True where this repetition can continue. */
  async takeConfiguration(receipt: Receipt): Promise<boolean> {
    const { connection, landing, progress } = this.#scope;
    await this.loadThrough(receipt.receipt_id - 1);
    const isChanged = receipt.sha256 !== this.#inForce.sha256 && (await this.#change(receipt));
    await this.#load(receipt.receipt_id);
    if (!isChanged) return true;
    const early = await retryRefused(connection, landing, this.#inForce.configuration.company, progress);
    // a receipt takes later configurations only, so that the repetitions end
    for (const id of early)
      if ((this.#loadedBy.get(id)?.receipt_id ?? 0) < receipt.receipt_id) this.found.acceptedLater.set(id, receipt);
    return this.found.acceptedLater.size === 0;
  }

  #isMadeWith(mark: RunMark): boolean {
    if (mark.configuration === null || mark.configuration === this.#inForce.sha256) return true;
    const { landing, company } = this.#scope;
    // a recorded configuration that cannot be used has already been reported
    if (!configurationReceipts(landing, company.name).some(({ sha256 }) => sha256 === mark.configuration))
      this.found.errors.push(configurationNotKept(landing, mark));
    return false;
  }

  async repeatRun(receipt: Receipt): Promise<void> {
    const { connection, landing } = this.#scope;
    try {
      const mark = await readRunMark(landing, receipt);
      await this.loadThrough(mark.knownThrough);
      if (!this.#isMadeWith(mark)) return;
      await reconcile(connection, mark).catch((error: unknown) => {
        // people can correct an error of the current configuration
        const isOfToday = this.#inForce.sha256 === null && error instanceof TieoutError;
        throw isOfToday || isOfMachine(error) ? error : notRepeated(mark, error);
      });
      await this.#count(mark);
    } catch (error) {
      if (!(error instanceof TieoutError && ['RUN_MARK_UNREADABLE', 'RUN_NOT_REPEATED'].includes(error.code)))
        throw error;
      this.found.errors.push(error);
    }
  }

  async #count(mark: RunMark): Promise<void> {
    const { configuration } = this.#inForce;
    this.found.runs += 1;
    if (mark.configuration === null) this.found.unrecorded += 1;
    else if ('rules' in configuration && configuration.rules !== (await rulesFingerprint())) this.found.otherRules += 1;
  }
}

/**
 * Loads everything in a landing zone in its order and repeats its runs, each with what was known at its time and with its own
 * configuration, except runs that were killed and left no results. `loadedBy` is the result of an earlier attempt.
 */
export async function repeatLanding(scope: RepeatScope, loadedBy: LoadedBy): Promise<Repeated> {
  const repetition = await Repetition.begin(scope, loadedBy);
  const without = await runsWithoutResults(scope.landing, scope.company.name);
  for (const receipt of scope.landing.receipts()) {
    if (receipt.company !== scope.company.name || receipt.receipt_id > scope.through) continue;
    if (receipt.kind === configurationKind && !(await repetition.takeConfiguration(receipt))) return repetition.found;
    if (receipt.kind === 'run' && !without.has(receipt.receipt_id)) await repetition.repeatRun(receipt);
  }
  await repetition.loadThrough(scope.through);
  return repetition.found;
}
