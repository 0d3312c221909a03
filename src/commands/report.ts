import { ownReportFolder } from '../company/open-writer.ts';
import { publishedOf } from '../company/published-warehouse.ts';
import type { CompanyConfig } from '../config/company-schema.ts';
import type { LoadedConfig } from '../config/load-config.ts';
import { boundsOf, type Period } from '../domain/period.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import { reportCompany } from '../pipeline/report-company.ts';
import { defaultReport, loadDefinition } from '../report/load-definition.ts';
import { type KnownReport, knownReports, reportFolders } from '../report/own-reports.ts';
import type { WrittenReport } from '../report/write-reports.ts';
import { textTable } from '../terminal/text-table.ts';
import { readWritten } from '../warehouse/duckdb-values.ts';
import type { Warehouse } from '../warehouse/open.ts';
import { chosenCompanies, errorFields, forEachCompany, worstStatus } from './companies.ts';
import type { CommandContext, ExitStatus } from './context.ts';
import { type DayOptions, periodFor, periodText } from './days.ts';

export type ReportOptions = DayOptions & { company?: string };

/** Refuses a report that does not exist or is invalid (REPORT_UNKNOWN, REPORT_DEFINITION_WRONG), before anything runs. */
export async function checkReports(config: LoadedConfig, names: readonly string[]): Promise<void> {
  const folders = await reportFolders(ownReportFolder(config));
  for (const name of names) await loadDefinition(name, folders);
}

/** The reports of a run: the daily report, and those that were requested in addition. */
export const withDaily = (names: readonly string[] = []): string[] => [...new Set([defaultReport, ...names])];

export function reportText({ folder, workbook, page }: WrittenReport): string {
  return `Reports are in ${folder}\n  workbook  ${workbook}\n  page      ${page}\n`;
}

/** Refuses days that no run has covered, because an empty report would read as "nothing happened". */
export async function requireRun({ connection }: Warehouse, { name }: CompanyConfig, period: Period): Promise<void> {
  const rows = await readWritten(
    connection,
    `select 1 as one from mart.verdict
     where company = $company and business_date >= $from::date and business_date < $to::date limit 1`,
    { company: name, ...boundsOf(period) },
  );
  if (rows.length > 0) return;
  throw new TieoutError({
    code: 'PERIOD_NOT_RUN',
    message: `No run has covered ${periodText(period)} for ${name}.`,
    remedy: 'Run these days first, with `tieout run --date DAY` or --from and --to.',
    exitStatus: 2,
  });
}

function listText(reports: readonly KnownReport[], { out, command }: CommandContext): string {
  const table = textTable(
    [{ title: 'name' }, { title: 'title' }, { title: 'origin', minor: 1 }],
    reports.map(({ name, title, origin }) => [name, title, origin]),
    out.columns,
  );
  return `${table}\n\nWrite one with: ${command} report NAME --date DAY\n`;
}

/** `tieout report [NAME]`: lists the reports, or writes one from the published snapshot, without a run. */
export async function run(
  context: CommandContext,
  name: string | undefined,
  options: ReportOptions,
): Promise<ExitStatus> {
  const config = await context.loadConfig();
  if (name === undefined) {
    const reports = await knownReports(ownReportFolder(config));
    context.out.answer(reports, () => listText(reports, context));
    return 0;
  }
  await checkReports(config, [name]);
  const now = context.clock();
  const reports: WrittenReport[] = [];
  const failures = await forEachCompany(config, chosenCompanies(config, options.company), context, async (company) => {
    const period = periodFor(options, company, now);
    publishedOf(config, company);
    const requires = (snapshot: Warehouse) => requireRun(snapshot, company, period);
    reports.push(await reportCompany(config, company, period, { name, requires }));
  });
  const errors = failures.map(({ company, error }) => errorFields(company, error));
  context.out.answer({ reports, errors }, () => reports.map(reportText).join(''));
  return worstStatus(failures.map(({ error }) => error.exitStatus));
}
