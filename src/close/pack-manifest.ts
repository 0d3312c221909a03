import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { z } from 'zod';
import { sha256OfFile, sync } from '../disk/files.ts';
import { boundsOf, type Period } from '../domain/period.ts';
import { programVersion } from '../program-version.ts';
import { added } from '../report/shown-value.ts';
import { readStatements, statementParts } from '../report/statement/read-statements.ts';
import type { ReportFile } from '../report/write-reports.ts';
import { numberOf, readRows, type WarehouseRow } from '../warehouse/duckdb-values.ts';
import { withReader } from '../warehouse/open.ts';
import { rulesFingerprint } from '../warehouse/rules-fingerprint.ts';
import type { DayCount } from './gates.ts';
import { factsSchema, type MonthChange, type MonthFacts, readFacts } from './month-facts.ts';
import { manifestName, sha256OfText } from './pack-sums.ts';
import { tablesFolder } from './pack-tables.ts';

const linkSchema = z.object({
  month: z.string(),
  version: z.number().int().nullable(),
  manifest_sha256: z.string(),
  /** Null for a pack of a version without SHA256SUMS. */
  sums_sha256: z.string().nullable(),
});

/** The pack that the company sealed before this one, of any month. */
export type PackLink = z.infer<typeof linkSchema>;

/** The parts of a manifest that this program reads. Manifests of earlier versions lack some of them. */
export const manifestSchema = z.object({
  company: z.string(),
  month: z.string(),
  version: z.number().int().optional(),
  previous: linkSchema.nullish(),
  configuration_sha256: z.string().nullish(),
  signed_with: z.string().nullish(),
  files: z.array(z.object({ name: z.string(), sha256: z.string() })),
  ...factsSchema.partial().shape,
  // earlier versions kept decisions without their ids
  decided: factsSchema.shape.decided.optional().catch(undefined),
  /** The parts of statements that the version of the program knew. */
  statement_parts: z.array(z.string()).optional(),
});

export type ReadManifest = z.infer<typeof manifestSchema>;

/** Write-offs in a currency by author and approver, in major units without a sign. */
export type WrittenOff = { currency: string; amount: string; author: string; approved_by: string | null };

/**
 * The counts of a closed month: days, reconciled days, days reconciled with decided differences, kinds of controls, controls made and
 * waived on all days, and decided items; and the write-offs.
 */
export type ClosedCounts = {
  days: number;
  reconciled_days: number;
  decided_days: number;
  control_kinds: number;
  controls: number;
  waived: number;
  decided: number;
  written_off: WrittenOff[];
};

/** Write-offs by currency, author and approver; amounts in both directions are added without their sign. */
export function writtenOff(decided: readonly WarehouseRow[]): WrittenOff[] {
  const sums = new Map<string, WrittenOff>();
  for (const row of decided) {
    if (row.decision !== 'write_off') continue;
    const own = {
      currency: String(row.currency),
      author: String(row.author),
      approved_by: row.approved_by === null || row.approved_by === undefined ? null : String(row.approved_by),
    };
    const key = JSON.stringify(own);
    const size = typeof row.amount === 'string' ? row.amount.replace('-', '') : null;
    sums.set(key, { ...own, amount: added(sums.get(key)?.amount, size) });
  }
  return [...sums.values()];
}

const ofPeriod = 'business_date >= $from::date and business_date < $to::date';

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
  // decisions on outstanding items that await approval; those on breaks would have kept the month open
  awaiting_approval: `select decision.break_id, item.business_date, item.currency, decision.reconciliation, decision.decision,
      decision.decided_by as author, decision.decided_at, decision.right_minus_left as amount, decision.pending_because, decision.decision_id
    from mart.decision as decision
    inner join mart.item as item on item.break_id = decision.break_id
    where decision.is_pending and item.business_date >= $from::date and item.business_date < $to::date
    order by item.business_date, decision.break_id`,
  // what an auditor needs to verify the decisions without this program: ssh-keygen -Y verify -n tieout
  signatures: `select decision_id, decided_by as author, signed_with, signed_text, signature
    from mart.decision
    where signature is not null and business_date >= $from::date and business_date < $to::date
    order by decided_at, decision_id`,
};

/** Counts the days of a month from a published snapshot. */
export async function countDays(connection: DuckDBConnection, bound: Record<string, string>): Promise<DayCount> {
  const [row = {}] = await readRows(connection, 'from recon.day_count($from::date, $to::date)', bound);
  return { reconciled: numberOf(row, 'reconciled'), decided: numberOf(row, 'decided'), open: numberOf(row, 'open') };
}

/** The manifest of a pack, and its counts. */
export type Manifest = { text: string; sha256: string; counts: ClosedCounts };

/** Facts about the pack in its manifest, besides the figures of the month. */
export type PackFacts = {
  company: string;
  month: string;
  period: Period;
  version: number;
  previous: PackLink | null;
  /** The sha256 of the recorded configuration; null before the first record. */
  configuration: string | null;
  /** Who requested and who approved the reopening of the version before; null in version 1. */
  reopened: WarehouseRow | null;
  /** The content of the records of the month, with keyed hashes of the plain records. */
  content: MonthFacts['content'];
  /** The changes since the version before. */
  changes: readonly MonthChange[];
  /** The fingerprint of the key that signs the hashes of the pack; null where the pack is not signed. */
  signedWith: string | null;
};

/**
 * Writes a manifest into the folder of a pack. It lists the files of the reports, the further files of the pack and the received files, each with
 * its sha256, the controls, the statements, and the content of the records of the month. Returns the text of the manifest and its sha256
 * when everything is on disk.
 */
export async function writeManifest(
  publishedPath: string,
  facts: PackFacts,
  { folder, files, further }: { folder: string; files: readonly ReportFile[]; further: readonly string[] },
): Promise<Manifest> {
  const { company, month, period, version, previous, configuration, reopened, content, changes, signedWith } = facts;
  return withReader(publishedPath, async ({ connection }) => {
    const bound = boundsOf(period);
    const answers: Record<string, WarehouseRow[]> = {};
    for (const [name, sql] of Object.entries(questions)) answers[name] = await readRows(connection, sql, bound);
    const sources = await readRows(
      connection,
      `select file_name, kind, sha256, byte_count::text as bytes, received_at from mart.source_file
       order by receipt_id`,
    );
    const { reconciled, decided, open } = await countDays(connection, bound);
    const { controls = [] } = answers;
    const masked = await readFacts(connection, bound, await readStatements(connection, { company, ...bound }));
    const monthFacts = { ...masked, content };
    const waived = controls.filter(({ state }) => state === 'waived').length;
    const counts: ClosedCounts = {
      days: reconciled + decided + open,
      reconciled_days: reconciled + decided,
      decided_days: decided,
      control_kinds: new Set(controls.filter(({ state }) => state !== 'waived').map(({ control }) => control)).size,
      controls: controls.length - waived,
      waived,
      decided: monthFacts.decided.length,
      written_off: writtenOff(monthFacts.decided),
    };
    const listed = files.map(({ name, sha256 }) => ({ name, sha256 }));
    for (const name of further) listed.push({ name, sha256: await sha256OfFile(join(folder, name)) });
    const manifest = {
      company,
      month,
      version,
      from: bound.from,
      to: bound.to,
      program: programVersion,
      rules_sha256: await rulesFingerprint(),
      configuration_sha256: configuration,
      signed_with: signedWith,
      previous,
      reopened,
      changes_since_previous_version: changes,
      counts,
      files: listed,
      ...answers,
      ...monthFacts,
      statement_parts: statementParts,
      sources,
    };
    const text = `${JSON.stringify(manifest, null, 2)}\n`;
    await writeFile(join(folder, manifestName), text, { mode: 0o600 });
    for (const { name } of listed) await sync(join(folder, name));
    for (const name of [manifestName, tablesFolder, '.']) await sync(join(folder, name));
    return { text, sha256: sha256OfText(text), counts };
  });
}
