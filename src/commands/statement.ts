import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { sealedMonths } from '../close/record-close.ts';
import { publishedOf } from '../company/published-warehouse.ts';
import type { CompanyConfig } from '../config/company-schema.ts';
import { companyPaths, dataPaths } from '../config/data-paths.ts';
import type { LoadedConfig } from '../config/load-config.ts';
import { unfinishedFolder } from '../disk/files.ts';
import { type Period, yesterday } from '../domain/period.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import { periodName } from '../pipeline/report-company.ts';
import { letterheadOf, type SignOffFile, signOffCompany } from '../pipeline/sign-off-company.ts';
import type { Letterhead } from '../report/sign-off/letterhead.ts';
import { withReader } from '../warehouse/open.ts';
import { chosenCompanies, errorFields, forEachCompany, worstStatus } from './companies.ts';
import type { CommandContext, ExitStatus } from './context.ts';
import { monthOf, monthPeriod, periodFor } from './days.ts';
import { knownValue } from './option-value.ts';
import { requireRun } from './report.ts';

export type StatementOptions = { from?: string; to?: string; company?: string; currency?: string; out?: string };

type Written = { company: string; currency: string; file: string };

/** The days of a month that are over, or those of the options. */
function periodOf(
  month: string | undefined,
  { from, to }: StatementOptions,
  company: CompanyConfig,
  now: Temporal.Instant,
): Period {
  const hasDays = from !== undefined || to !== undefined;
  if ((month === undefined) === !hasDays)
    throw new TieoutError({
      code: 'PERIOD_WRONG',
      message: hasDays ? 'A month cannot be combined with --from or --to.' : 'There is no period.',
      remedy: 'Give a month such as 2026-10, or --from DAY --to DAY (both included).',
      exitStatus: 2,
    });
  const days = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
  if (month === undefined) return periodFor(days, company, now);
  const period = monthPeriod(monthOf(month, company, now));
  const end = yesterday(now, company.zone).add({ days: 1 });
  const isOver = Temporal.PlainDate.compare(period.to, end) <= 0 || Temporal.PlainDate.compare(end, period.from) <= 0;
  return isOver ? period : { from: period.from, to: end };
}

/** Whether a period is a month that the company has not closed. */
async function isOpenMonth(landing: string, period: Period): Promise<boolean> {
  const name = periodName(period);
  return /^\d{4}-\d{2}$/.test(name) && !(await sealedMonths(landing)).has(name);
}

/** Warns of the characters that a page shows as squares. */
export function warnOfMissing({ name, missing }: SignOffFile, log: CommandContext['log']): void {
  if (missing === '') return;
  log.warn(`${name} shows squares, because no font has ${missing}: name a font in report.fonts of the configuration.`);
}

/** Writes a file that only this user can read, as a whole. */
async function writePrivate(path: string, bytes: Buffer): Promise<void> {
  const temporary = unfinishedFolder(path);
  try {
    await writeFile(temporary, bytes, { mode: 0o600 });
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Writes the pages of one company. */
async function writeStatements(
  config: LoadedConfig,
  company: CompanyConfig,
  period: Period,
  { folder, currency, letterhead }: { folder: string; currency: string | undefined; letterhead: Letterhead },
  { log }: CommandContext,
): Promise<Written[]> {
  const snapshot = publishedOf(config, company);
  await withReader(snapshot, (opened) => requireRun(opened, company, period));
  const { landing } = companyPaths(config.data_dir, company.name);
  const files = await signOffCompany(config, company, period, {
    snapshot,
    isMasked: false,
    currency,
    letterhead,
    madeAt: config.clock().toString(),
    manifest: undefined,
    isOpenMonth: await isOpenMonth(landing, period),
  });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const written: Written[] = [];
  for (const page of files) {
    const file = join(folder, page.name);
    await writePrivate(file, page.bytes);
    warnOfMissing(page, log);
    written.push({ company: company.name, currency: page.currency, file });
  }
  return written;
}

/** `tieout statement MONTH`: writes the pages that people sign as drafts, from the published snapshot, without a run. */
export async function run(
  context: CommandContext,
  month: string | undefined,
  options: StatementOptions,
): Promise<ExitStatus> {
  const config = await context.loadConfig();
  const companies = chosenCompanies(config, options.company);
  const { currency, out } = options;
  const known = [...new Set(companies.flatMap(({ currencies }) => currencies))];
  if (currency !== undefined) knownValue('--currency', currency, known);
  const letterhead = await letterheadOf(config);
  const now = context.clock();
  const statements: Written[] = [];
  const failures = await forEachCompany(config, companies, context, async (company) => {
    const period = periodOf(month, options, company, now);
    const beside = join(dataPaths(config.data_dir).reports, periodName(period), `${company.name}.to-sign`);
    const chosen = out === undefined ? beside : resolve(context.cwd, out);
    const folder = out === undefined || companies.length === 1 ? chosen : join(chosen, company.name);
    const terms = { folder, currency, letterhead };
    statements.push(...(await writeStatements(config, company, period, terms, context)));
  });
  const errors = failures.map(({ company, error }) => errorFields(company, error));
  context.out.answer({ statements, errors }, () =>
    statements.length === 0
      ? 'No statement was written.\n'
      : `Drafts of the pages to sign:\n${statements.map(({ file }) => `  ${file}\n`).join('')}`,
  );
  return worstStatus(failures.map(({ error }) => error.exitStatus));
}
