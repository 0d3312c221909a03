import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Period } from '../domain/period.ts';
import type { WrittenReport } from '../report/write-reports.ts';
import type { WarehouseRow } from '../warehouse/duckdb-values.ts';
import { readRows } from '../warehouse/duckdb-values.ts';
import { openSnapshot } from '../warehouse/open.ts';

/** Why a company's month cannot be closed; nothing when it can. */
export async function closeBlockers(publishedPath: string, company: string, period: Period): Promise<WarehouseRow[]> {
  const snapshot = await openSnapshot(publishedPath);
  try {
    return await readRows(
      snapshot.connection,
      'select business_date, currency, verdict, reason from recon.close_blocker($company, $from::date, $to::date)',
      { company, from: period.from.toString(), to: period.to.toString() },
    );
  } finally {
    snapshot.close();
  }
}

/** Writes a manifest beside a month's reports: the report files and the source files, each with its sha256. */
export async function writeManifest(
  publishedPath: string,
  company: string,
  month: string,
  period: Period,
  report: WrittenReport,
): Promise<string> {
  const snapshot = await openSnapshot(publishedPath);
  try {
    const sources = await readRows(
      snapshot.connection,
      `select file_name, kind, sha256, bytes::text as bytes, received_at from mart.source_file
       where company = $company order by file_id`,
      { company },
    );
    const decided = await readRows(
      snapshot.connection,
      `select decision.break_id, item.business_date, item.currency, decision.reconciliation, decision.decision, decision.reason_code,
         decision.note, decision.author, decision.decided_at, decision.amount
       from mart.decision as decision
       inner join mart.item as item on item.break_id = decision.break_id
       where decision.company = $company and decision.is_in_force and item.status <> 'open'
         and item.business_date >= $from::date and item.business_date < $to::date
       order by item.business_date, decision.break_id`,
      { company, from: period.from.toString(), to: period.to.toString() },
    );
    const manifest = {
      company,
      month,
      from: period.from.toString(),
      to: period.to.toString(),
      files: report.files.map(({ name, sha256 }) => ({ name, sha256 })),
      // what was decided by people and does not follow from the figures
      decided,
      sources,
    };
    const path = join(report.folder, 'manifest.json');
    await writeFile(path, `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
    return path;
  } finally {
    snapshot.close();
  }
}
