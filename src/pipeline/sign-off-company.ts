import { resolve } from 'node:path';
import type { CompanyConfig } from '../config/company-schema.ts';
import type { LoadedConfig } from '../config/load-config.ts';
import { boundsOf, type Period } from '../domain/period.ts';
import { programVersion } from '../program-version.ts';
import type { Letterhead } from '../report/sign-off/letterhead.ts';
import type { PageFacts, SignOffPdf } from '../report/sign-off/sign-off-pdf.ts';
import { wordsOf } from '../report/words.ts';
import { withReader } from '../warehouse/open.ts';

/** A page to sign: its file name, and its content. */
export type SignOffFile = SignOffPdf & { currency: string; name: string };

/** The letterhead of a configuration. Throws LETTERHEAD_WRONG. */
export async function letterheadOf({ report, ownFolder }: LoadedConfig): Promise<Letterhead> {
  const { readLetterhead } = await import('../report/sign-off/letterhead.ts');
  const { letterhead, prepared_by: preparedBy, reviewed_by: reviewedBy, fonts } = report;
  return readLetterhead({
    lines: letterhead.lines,
    logo: letterhead.logo === undefined ? undefined : resolve(ownFolder, letterhead.logo),
    fonts: fonts.map((font) => resolve(ownFolder, font)),
    preparedBy,
    reviewedBy,
  });
}

export type SignOffTerms = Pick<PageFacts, 'madeAt' | 'manifest' | 'isOpenMonth' | 'letterhead'> & {
  /** The snapshot from which the pages are written; the names in a masked copy are keyed hashes, which are shown. */
  snapshot: string;
  isMasked: boolean;
  /** One currency; all of them by default. */
  currency?: string | undefined;
};

/** The pages of a company and period that people sign, one for each currency that has a verdict in the period. */
export async function signOffCompany(
  { report }: LoadedConfig,
  { name, zone }: CompanyConfig,
  period: Period,
  { snapshot: path, isMasked, currency, ...facts }: SignOffTerms,
): Promise<SignOffFile[]> {
  const { readSignOffs } = await import('../report/sign-off/read-sign-off.ts');
  const { signOffPdf } = await import('../report/sign-off/sign-off-pdf.ts');
  return withReader(path, async ({ connection }) => {
    const scope = { company: name, zone, ...boundsOf(period) };
    const files: SignOffFile[] = [];
    for (const signOff of await readSignOffs(connection, scope)) {
      if (currency !== undefined && signOff.currency !== currency) continue;
      const terms = {
        ...facts,
        version: programVersion,
        isPersonalShown: report.show_personal_data || isMasked,
        words: await wordsOf(report.language),
      };
      const pdf = await signOffPdf(signOff, terms);
      files.push({ ...pdf, currency: signOff.currency, name: `statement-${signOff.currency}.pdf` });
    }
    return files;
  });
}
