import { writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { z } from 'zod';
import { readingEvidence } from '../disk/disk-error.ts';
import { isNotThere, namesIn, sha256OfFile, sync } from '../disk/files.ts';
import type { Period } from '../domain/period.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import { readStatements } from '../report/statement/read-statements.ts';
import { type ReportFile, unfinishedReports } from '../report/write-reports.ts';
import { readRows, type WarehouseRow } from '../warehouse/duckdb-values.ts';
import { openSnapshot } from '../warehouse/open.ts';
import { closingBalances } from './gates.ts';
import { hashesOf, sha256OfText, sumsName } from './pack-sums.ts';

/** The files in a manifest, with their hashes. */
const manifestSchema = z.object({ files: z.array(z.object({ name: z.string(), sha256: z.string() })) });

export const manifestName = 'manifest.json';

/** The record of a closed month: its manifest, and the hashes of all files of the pack. */
export type ClosedPack = {
  text: string;
  sha256: string;
  /** The text of SHA256SUMS; undefined for a month that was closed by a version without it. */
  sums: string | undefined;
};

/** The files of a pack with their hashes, by the record of the close. */
function expectedFiles({ text, sha256, sums }: ClosedPack): Map<string, string> {
  if (sums !== undefined) return new Map([...hashesOf(sums), [sumsName, sha256OfText(sums)]]);
  const { files } = manifestSchema.parse(JSON.parse(text));
  return new Map([...files.map((file) => [file.name, file.sha256] as const), [manifestName, sha256]]);
}

function damaged(path: string, month: string, problem: string): TieoutError {
  return new TieoutError({
    code: 'PACK_DAMAGED',
    message: `The pack of ${month} has changed since the month was closed: ${problem}.`,
    remedy: `Restore the folder of the month from a backup, or from a recipient of the pack. Without a copy, \`tieout close ${month}\` closes the month again with the present figures.`,
    place: { file: path },
    exitStatus: 4,
  });
}

async function hashIfThere(path: string): Promise<string | undefined> {
  try {
    return await readingEvidence(path, () => sha256OfFile(path));
  } catch (error) {
    if (isNotThere(error)) return undefined;
    throw error;
  }
}

/**
 * Verifies the pack of a closed month against the hashes that were kept when the month was closed. Each file that is missing, changed
 * or added is a doubt (PACK_DAMAGED), and so is a file that cannot be read (EVIDENCE_UNREADABLE). Throws where the folder cannot be
 * listed.
 */
export async function packDoubts(folder: string, month: string, pack: ClosedPack): Promise<TieoutError[]> {
  const expected = expectedFiles(pack);
  const doubts: TieoutError[] = [];
  for (const [name, sha256] of expected) {
    const path = join(folder, name);
    let found: string | undefined;
    try {
      found = await hashIfThere(path);
    } catch (error) {
      if (!(error instanceof TieoutError)) throw error;
      doubts.push(error);
      continue;
    }
    if (found === undefined) doubts.push(damaged(path, month, `${name} is missing`));
    else if (found !== sha256) doubts.push(damaged(path, month, `${name} has sha256 ${found} instead of ${sha256}`));
  }
  const names = await readingEvidence(folder, () => namesIn(folder));
  const added = names.filter((name) => !expected.has(name));
  return [...doubts, ...added.map((name) => damaged(join(folder, name), month, `${name} was added`))];
}

/** The folders that a killed `close` left beside that of a closed month: packs that are incomplete, not yet in place, or replaced. */
async function unfinishedBeside(folder: string): Promise<string[]> {
  const isUnfinished = unfinishedReports(basename(folder));
  const names = (await namesIn(dirname(folder))).filter((name) => isUnfinished.test(name));
  return names.sort().map((name) => join(dirname(folder), name));
}

/** Whether a killed `close` left anything beside the folder of a closed month. */
export const hasUnfinished = async (folder: string): Promise<boolean> => (await unfinishedBeside(folder)).length > 0;

/**
 * The folder with the complete pack of a closed month, where `close` was killed after it had recorded the close and before it had put the
 * pack in place. Undefined where there is no such folder.
 */
export async function unplacedPack(folder: string, month: string, pack: ClosedPack): Promise<string | undefined> {
  for (const path of await unfinishedBeside(folder))
    if ((await packDoubts(path, month, pack)).length === 0) return path;
  return undefined;
}

/** The number of days of a closed month, of reconciled days, of controls made and waived, and of items that people decided. */
export type ClosedCounts = { days: number; reconciled_days: number; controls: number; waived: number; decided: number };

const ofPeriod = 'company = $company and business_date >= $from::date and business_date < $to::date';

/** The basis of a closed month besides its figures, by the name in the manifest. */
const questions = {
  // every control that was made or waived, and the inputs that the company has not set up
  controls: `select business_date, currency, control, subject, title, state, is_decided, difference, reason
    from mart.control where ${ofPeriod} and state <> 'not_set_up'
    order by business_date, currency, list_order, control, subject`,
  waivers: `select title, control, subject, currency, reason as why, waived_by as author, first_day as from_day, last_day as until_day, count(*)::integer as day_count
    from mart.waived where ${ofPeriod} group by all order by all`,
  not_set_up: `select distinct title, input from mart.control where ${ofPeriod} and state = 'not_set_up' order by title, input`,
  // the coverage of inputs that is based on a declaration of a person or a rule of the configuration
  declared: `select input, basis, declared_by, min(business_date) as first_day, max(business_date) as last_day,
      count(distinct business_date)::integer as day_count
    from mart.input_day where ${ofPeriod} and is_declared group by all order by all`,
  // the decisions of people, which do not follow from the figures
  decided: `select decision.break_id, item.business_date, item.currency, decision.reconciliation, decision.decision, decision.reason_code,
      decision.decision_note as note, decision.decided_by as author, decision.decided_by_identity as author_identity, decision.system_user,
      decision.host, decision.decided_at, decision.right_minus_left as amount,
      decision.needs_second, decision.approved_by, decision.approval_identity, decision.decision_id
    from mart.decision as decision
    inner join mart.item as item on item.break_id = decision.break_id
    where decision.company = $company and decision.is_in_force and item.status <> 'open'
      and item.business_date >= $from::date and item.business_date < $to::date
    order by item.business_date, decision.break_id`,
  // decisions on outstanding items that await approval; those on breaks would have kept the month open
  awaiting_approval: `select decision.break_id, item.business_date, item.currency, decision.reconciliation, decision.decision,
      decision.decided_by as author, decision.decided_at, decision.right_minus_left as amount, decision.pending_because, decision.decision_id
    from mart.decision as decision
    inner join mart.item as item on item.break_id = decision.break_id
    where decision.company = $company and decision.is_pending
      and item.business_date >= $from::date and item.business_date < $to::date
    order by item.business_date, decision.break_id`,
  // what an auditor needs to verify the decisions without this program: ssh-keygen -Y verify -n tieout
  signatures: `select decision_id, decided_by as author, signed_with, signed_text, signature
    from mart.decision
    where company = $company and signature is not null and business_date >= $from::date and business_date < $to::date
    order by decided_at, decision_id`,
};

async function countDays(connection: DuckDBConnection, bound: Record<string, string>): Promise<WarehouseRow> {
  const [counted = {}] = await readRows(
    connection,
    `with day as (
       select business_date, bool_and(verdict in ('reconciled', 'reconciled_with_timing')) as is_reconciled
       from mart.verdict where ${ofPeriod} group by business_date
     )
     select count(*)::integer as days, (count(*) filter (is_reconciled))::integer as reconciled_days from day`,
    bound,
  );
  return counted;
}

/** The manifest of a pack, and its counts. */
export type Manifest = { text: string; sha256: string; counts: ClosedCounts };

/**
 * Writes a manifest into the folder of a month's reports. It lists the report files and the source files, each with
 * its sha256, and the controls. Returns the text of the manifest and its sha256 when everything is on disk.
 */
export async function writeManifest(
  publishedPath: string,
  company: string,
  month: string,
  period: Period,
  { folder, files }: { folder: string; files: readonly ReportFile[] },
): Promise<Manifest> {
  const snapshot = await openSnapshot(publishedPath);
  try {
    const { connection } = snapshot;
    const bound = { company, from: period.from.toString(), to: period.to.toString() };
    const answers: Record<string, WarehouseRow[]> = {};
    for (const [name, sql] of Object.entries(questions)) answers[name] = await readRows(connection, sql, bound);
    const sources = await readRows(
      connection,
      `select file_name, kind, sha256, byte_count::text as bytes, received_at from mart.source_file
       where company = $company order by receipt_id`,
      { company },
    );
    const { days, reconciled_days } = await countDays(connection, bound);
    const { controls = [], decided = [] } = answers;
    const waived = controls.filter(({ state }) => state === 'waived').length;
    const counts: ClosedCounts = {
      days: Number(days ?? 0),
      reconciled_days: Number(reconciled_days ?? 0),
      controls: controls.length - waived,
      waived,
      decided: decided.length,
    };
    const manifest = {
      company,
      month,
      from: bound.from,
      to: bound.to,
      counts,
      files: files.map(({ name, sha256 }) => ({ name, sha256 })),
      ...answers,
      closing_balances: closingBalances(await readStatements(connection, bound)),
      sources,
    };
    const text = `${JSON.stringify(manifest, null, 2)}\n`;
    await writeFile(join(folder, manifestName), text, { mode: 0o600 });
    for (const name of [...files.map((file) => file.name), manifestName, '.']) await sync(join(folder, name));
    return { text, sha256: sha256OfText(text), counts };
  } finally {
    snapshot.close();
  }
}
