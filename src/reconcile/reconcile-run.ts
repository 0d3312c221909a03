import type { DuckDBConnection } from '@duckdb/node-api';
import { askedFor, contiguous, type JudgedDay } from '../domain/judged-day.ts';
import { boundsOf, type Period } from '../domain/period.ts';
import { execute } from '../warehouse/duckdb-values.ts';
import { rulesFingerprint } from '../warehouse/rules-fingerprint.ts';

export type ReconcileRun = {
  /** The number of the run's mark in the landing index. */
  runId: number;
  period: Period;
  /** The days that are judged, where they are not all days of the period. */
  days?: readonly JudgedDay[];
  /** The last receipt that is part of the run. */
  knownThrough: number;
  /** When the run was marked; by default the time of the last receipt. */
  markedAt?: string;
  /** The sha256 of the recorded configuration; null if it was not recorded. */
  configuration?: string | null;
};

/** The days that a run judges. */
const daysOf = (run: ReconcileRun): readonly JudgedDay[] => run.days ?? askedFor(run.period);

/** A run split into runs of the contiguous parts of its days. */
export const partsOf = ({ days, ...run }: ReconcileRun): ReconcileRun[] =>
  contiguous(days ?? askedFor(run.period)).map((period) => ({ ...run, period }));

/** Writes a run and its days, replacing those of an earlier attempt of the same run. */
export async function insertRun(connection: DuckDBConnection, run: ReconcileRun): Promise<void> {
  for (const table of ['run', 'run_day', 'whole_statement_day', 'doubted_day'])
    await execute(connection, `delete from recon.${table} where run_id = $run_id`, { run_id: run.runId });
  await execute(
    connection,
    `insert into recon.run (run_id, period_start, period_end, known_through, known_at, as_of, configuration_sha256,
       rules_sha256)
     select $run_id, $from::date, $to::date, $known_through, known.known_at,
       cast(timezone(company.zone, greatest(known.known_at, $marked_at::timestamptz)) as date), $configuration, $rules
     -- a run before anything was received knows nothing: it has the time of its mark
     from (
       select coalesce(max(received_at), $marked_at::timestamptz) as known_at
       from raw.receipt
       where receipt_id <= $known_through
     ) as known
     cross join core.company as company`,
    {
      run_id: run.runId,
      ...boundsOf(run.period),
      known_through: run.knownThrough,
      marked_at: run.markedAt ?? null,
      configuration: run.configuration ?? null,
      rules: await rulesFingerprint(),
    },
  );
  await execute(
    connection,
    `insert into recon.run_day (run_id, business_date, because)
     select $run_id, day::date, because
     from (select unnest(from_json($days, '[{"day":"text","because":"text"}]'), recursive := true))`,
    { run_id: run.runId, days: JSON.stringify(daysOf(run)) },
  );
}

/** Deletes the results of earlier runs for these days: a slice is replaced as a whole. */
export async function clearSlice(connection: DuckDBConnection, run: ReconcileRun): Promise<void> {
  for (const table of ['item', 'bridge_line', 'control_subject', 'input_state', 'control', 'verdict']) {
    await execute(
      connection,
      `delete from recon.${table}
       where business_date in (select business_date from recon.run_day where run_id = $run_id)`,
      { run_id: run.runId },
    );
  }
}
