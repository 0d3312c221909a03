import { resolve } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { loadConfig } from '../config/load.ts';
import { yesterday } from '../domain/period.ts';
import { reportCompany } from '../run/report.ts';
import { run } from '../run/run.ts';
import type { CommandContext, ExitStatus } from './context.ts';
import { writeDemoConfig } from './demo-config.ts';
import { tellResult, verdictTable } from './run.ts';

export type DemoOptions = { seed: string; days: string; ordersPerDay: string; dir: string };

/**
 * `tieout demo` (and `npm start`): the main job, whole, against the built-in sandbox: a month to catch up on, then
 * yesterday's reports. Ends well whatever the verdicts are: that breaks are found is the point.
 */
export async function runDemoCommand(options: DemoOptions, context: CommandContext): Promise<ExitStatus> {
  const { SANDBOX_ZONE, startSandbox } = await import('tieout-sandbox');
  const last = yesterday(Temporal.Now.instant(), SANDBOX_ZONE);
  const days = Number(options.days);
  const begun = context.progress.step('Starting the sandbox');
  const sandbox = await startSandbox({
    seed: Number(options.seed),
    days,
    until: last.toString(),
    ordersPerDay: Number(options.ordersPerDay),
    breaks: 'standard',
  });
  begun.done(`${sandbox.paymentCount} payments over ${days} days`);
  try {
    // a folder of its own for each demo: its sandbox, its keys and its ports are new
    const stamp = new Date().toISOString().replaceAll(/[-:]/g, '').slice(0, 15);
    const configPath = await writeDemoConfig(resolve(options.dir, `demo-${stamp}`), sandbox);
    const config = await loadConfig(configPath);
    const [company] = config.companies;
    if (company === undefined) throw new Error('the demo has no company');
    const wish = { config, companies: [company], isFetching: true, refresh: false, progress: context.progress };
    const month = { from: last.subtract({ days: days - 1 }), to: last.add({ days: 1 }) };
    const day = { from: last, to: last.add({ days: 1 }) };
    const whole = await run({ ...wish, periodOf: () => month });
    const monthReport = await reportCompany(config, company, month);
    const daily = await run({ ...wish, periodOf: () => day });
    const report = await reportCompany(config, company, day);
    const [failed] = [...whole.errors, ...daily.errors];
    if (failed !== undefined) throw failed.error;
    if (context.isJson) {
      tellResult(daily, [report, monthReport], context);
      return 0;
    }
    const counts = new Map<string, number>();
    for (const { verdict } of whole.verdicts) counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
    const summary = [...counts].map(([verdict, count]) => `${count} ${verdict.replaceAll('_', ' ')}`).join(', ');
    context.out.write(`
The last ${days} days in each currency: ${summary}. ${sandbox.truth.length + sandbox.callbacks().truth.length} breaks are planted in them.

${verdictTable(daily.verdicts)}

Ask your own questions:  node dist/cli.js --config ${configPath} sql "from mart.unmatched"
The whole period:        ${monthReport.page}
                         ${monthReport.workbook}
Yesterday:               ${report.page}
                         ${report.workbook}
Reports are in ${report.folder}
`);
    return 0;
  } finally {
    await sandbox.close();
  }
}
