import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { z } from 'zod';
import { foldersIn } from '../disk/files.ts';
import { verdictsFileSchema } from './verdicts-file.ts';

/** A report in a folder of reports: `<period>/<folder>`. `judgedOn`: the day of the verdicts, where they are newer than its page. */
export type KeptReport = z.infer<typeof verdictsFileSchema> & { period: string; folder: string; judgedOn?: string };

async function foldersOf(path: string): Promise<string[]> {
  return (await foldersIn(path)).filter((name) => !name.endsWith('.tmp')).sort();
}

const isOf = (folder: string, company: string) => folder === company || folder.startsWith(`${company}.`);

/** The reports below a folder, by period and folder name: of one company, or of all. */
export async function keptReports(reports: string, company?: string): Promise<KeptReport[]> {
  const kept: KeptReport[] = [];
  for (const period of await foldersOf(reports)) {
    for (const folder of await foldersOf(join(reports, period))) {
      if (company !== undefined && !isOf(folder, company)) continue;
      try {
        const text = await readFile(join(reports, period, folder, 'verdicts.json'), 'utf8');
        kept.push({ ...verdictsFileSchema.parse(JSON.parse(text)), period, folder });
      } catch {
        // the folder is not one of a report
      }
    }
  }
  return kept;
}

/** The address of a file of a report, from the page of all reports. */
export const addressOf = ({ period, folder }: KeptReport, ending: string) =>
  `${encodeURIComponent(period)}/${encodeURIComponent(folder)}/${encodeURIComponent(folder)}.${ending}`;
