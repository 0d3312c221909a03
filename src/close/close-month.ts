import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { WrittenReport } from '../report/write-reports.ts';
import type { Period } from '../sources/period.ts';
import type { WarehouseRow } from '../warehouse/border.ts';
import { readRows } from '../warehouse/border.ts';
import { openSnapshot } from '../warehouse/open.ts';

/** What keeps a company's month from being closed; nothing when it can be. */
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

/** Writes beside a month's reports which files they are and on which they rest, each with its sha256. */
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
    const manifest = {
      company,
      month,
      from: period.from.toString(),
      to: period.to.toString(),
      files: report.files.map(({ name, sha256 }) => ({ name, sha256 })),
      sources,
    };
    const path = join(report.folder, 'manifest.json');
    await writeFile(path, `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
    return path;
  } finally {
    snapshot.close();
  }
}
