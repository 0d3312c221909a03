import { relative, resolve } from 'node:path';
import { loadConfig } from '../config/load-config.ts';
import { timestamp } from '../domain/clock.ts';
import { type Period, yesterday } from '../domain/period.ts';
import type { Verdict } from '../domain/verdict.ts';
import { reportCompany } from '../pipeline/report-company.ts';
import { runCompany } from '../pipeline/run-company.ts';
import type { CommandContext, ExitStatus } from './context.ts';
import { periodText } from './days.ts';
import { writeDemoConfig } from './demo-config.ts';
import { reportResults, verdictTable } from './run.ts';

export type DemoOptions = { seed: number; days: number; ordersPerDay: number; dir: string };

/**
 * `tieout demo` (and `npm start`): the whole job against the built-in sandbox: a month to catch up, then yesterday's
 * reports. The exit status is 0 whatever the verdicts are, because the sandbox plants breaks to be found.
 */
export async function run(context: CommandContext, options: DemoOptions): Promise<ExitStatus> {
  const { SANDBOX_ZONE, startSandbox } = await import('tieout-sandbox');
  const last = yesterday(context.clock(), SANDBOX_ZONE);
  const { seed, days, ordersPerDay } = options;
  const { cwd, environment, clock } = context;
  const begun = context.progress.step('Starting the sandbox');
  const sandbox = await startSandbox({
    seed,
    days,
    until: last.toString(),
    ordersPerDay,
    breaks: 'standard',
  });
  begun.done(`${sandbox.paymentCount} payments over ${days} days`);
  try {
    // a new folder for each demo, because its sandbox, its keys and its ports are new
    const stamp = timestamp(clock).replaceAll(/[-:]/g, '').slice(0, 15);
    const configPath = await writeDemoConfig(resolve(cwd, options.dir, `demo-${stamp}`), sandbox);
    const config = await loadConfig(configPath, { environment, clock });
    const [company] = config.companies;
    if (company === undefined) throw new Error('the demo has no company');
    const request = { config, company, isFetching: true, refresh: false, progress: context.progress };
    const month = { from: last.subtract({ days: days - 1 }), to: last.add({ days: 1 }) };
    const day = { from: last, to: last.add({ days: 1 }) };
    const reconciled = (period: Period) =>
      context.stage(
        `Fetching and reconciling ${periodText(period)}`,
        () => runCompany({ ...request, period }),
        ({ verdicts }) => verdictCounts(verdicts),
      );
    const reported = (period: Period) =>
      context.stage(`Reports for ${periodText(period)}`, () => reportCompany(config, company, period));
    const whole = await reconciled(month);
    const monthReport = await reported(month);
    const daily = await reconciled(day);
    const report = await reported(day);
    const [failed] = [...whole.errors, ...daily.errors];
    if (failed !== undefined) throw failed;
    if (context.isJson) {
      reportResults([daily], [report, monthReport], context);
      return 0;
    }
    const planted = sandbox.truth.length + sandbox.callbacks().truth.length;
    context.out.write(`
The last ${days} days, by currency and day: ${verdictCounts(whole.verdicts)}. The sandbox planted ${planted} breaks.

${verdictTable(daily.verdicts, context.out.columns)}

Whole period  ${shortPath(cwd, monthReport.page)}
              ${shortPath(cwd, monthReport.workbook)}
Yesterday     ${shortPath(cwd, report.page)}
              ${shortPath(cwd, report.workbook)}
Next          ${context.programName} --config ${shortPath(cwd, configPath)} breaks
              ${context.programName} --config ${shortPath(cwd, configPath)} sql "from mart.unmatched"
Reports are in ${shortPath(cwd, report.folder)}
`);
    return 0;
  } finally {
    await sandbox.close();
  }
}

/** For example: 8 breaks, 3 reconciled. */
function verdictCounts(verdicts: readonly Verdict[]): string {
  const counts = new Map<string, number>();
  for (const { verdict } of verdicts) counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
  return [...counts].map(([verdict, count]) => `${count} ${verdict.replaceAll('_', ' ')}`).join(', ');
}

/** The shorter form of a path: relative to the working directory where it is below it. */
function shortPath(cwd: string, path: string): string {
  const near = relative(cwd, path);
  return near.startsWith('..') ? path : near;
}
