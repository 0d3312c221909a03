import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { readSelftest, recordSelftest } from '../close/selftest-record.ts';
import { openWithOwnFiles } from '../company/open-writer.ts';
import type { CompanyConfig } from '../config/company-schema.ts';
import { dataPaths } from '../config/data-paths.ts';
import { type LoadedConfig, loadConfig } from '../config/load-config.ts';
import { temporaryPath, temporaryPrefix } from '../disk/temporary.ts';
import { periodOf, yesterday } from '../domain/period.ts';
import { ignoreIfKnown } from '../domain/tieout-error.ts';
import { importableKinds, importFile } from '../pipeline/import-file.ts';
import { runCompany } from '../pipeline/run-company.ts';
import { programVersion } from '../program-version.ts';
import { type SelftestResult, selftest, type Unproven, unprovenReconciliations } from '../reconcile/run-selftest.ts';
import type { Cell } from '../report/xlsx/sheet.ts';
import { createWorkbook } from '../report/xlsx/workbook-file.ts';
import { textTable } from '../terminal/text-table.ts';
import { readRows, textOf } from '../warehouse/duckdb-values.ts';
import { provenCopy } from '../warehouse/open-read-only.ts';
import { rulesFingerprint } from '../warehouse/rules-fingerprint.ts';
import type { CommandContext, ExitStatus } from './context.ts';
import { writeDemoConfig } from './demo-config.ts';
import { optionWrong } from './option-value.ts';
import { publishedPaths } from './published.ts';

export type SelftestOptions = { data?: boolean; only?: string };
type CompanyResult = SelftestResult & { company: string };
type Selftested = { results: CompanyResult[]; unproven: (Unproven & { company: string })[] };

type IsWanted = (control: string, corruption: string) => boolean;

/** The corruptions of a control, or the one with a name; without a name, all of them. */
const wantedBy =
  (only: string | undefined): IsWanted =>
  (control, corruption) =>
    only === undefined || only === control || only === corruption;

/** The number of the last days that are used, in which every kind of record occurs. */
const days = 31;
const sandboxDays = 14;

/** Corrupts a copy beside a company's published data: on the same disk, readable only by this user. */
async function onCompany(
  config: LoadedConfig,
  chosen: CompanyConfig,
  published: string,
  context: CommandContext,
  isWanted: IsWanted,
): Promise<Selftested> {
  const company = chosen.name;
  const folder = await mkdtemp(join(dirname(published), temporaryPrefix('selftest')));
  try {
    const copy = join(folder, 'copy.duckdb');
    await provenCopy(published, copy);
    const warehouse = await openWithOwnFiles(config, chosen, copy);
    try {
      // a corruption of the user's changes the copy, and reads nothing else
      await warehouse.connection.run('set enable_external_access = false');
      const [last] = await readRows(
        warehouse.connection,
        `select max(period_end)::text as day_after, (max(period_end) - ${days})::text as first_day
         from recon.run having count(*) > 0`,
      );
      if (last === undefined) return { results: [], unproven: [] };
      const step = context.progress.step(`Corrupting a copy of the data of ${company}`);
      const period = periodOf(textOf(last, 'first_day'), textOf(last, 'day_after'));
      const results = await selftest(warehouse.connection, period, (what) => step.note(what), isWanted);
      step.done();
      const own = await unprovenReconciliations(warehouse.connection, results);
      const unproven = own.filter(({ reconciliation }) => isWanted(reconciliation, ''));
      return {
        results: results.map((result) => ({ company, ...result })),
        unproven: unproven.map((one) => ({ company, ...one })),
      };
    } finally {
      warehouse.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function onData(config: LoadedConfig, context: CommandContext, isWanted: IsWanted): Promise<Selftested> {
  const all: Selftested = { results: [], unproven: [] };
  const paths = publishedPaths(config, config.companies, context);
  for (const company of config.companies) {
    const published = paths.get(company.name);
    if (published === undefined) continue;
    const { results, unproven } = await onCompany(config, company, published, context, isWanted);
    all.results.push(...results);
    all.unproven.push(...unproven);
  }
  return all;
}

/** The company's books, imported by hand: what is expected of a file that is not configured, follows from the file alone. */
async function importBooks(config: LoadedConfig, folder: string, { progress }: CommandContext): Promise<void> {
  for (const company of config.companies)
    for (const importable of importableKinds(company).filter(
      ({ kind }) => kind === 'orders' || kind === 'bank_statement',
    )) {
      const file = importable.kind === 'orders' ? 'orders.csv' : 'bank.csv';
      const named = { file, path: join(folder, file) };
      await importFile({ config, company, importable, ...named, currency: null, covers: null, progress });
    }
}

/** Writes rows as a workbook with one sheet, so that statements of the sandbox need no other writer of workbooks. */
async function writeCells(path: string, rows: Iterable<readonly (string | number | null)[]>): Promise<void> {
  const workbook = await createWorkbook(path);
  const style = workbook.styles.of({});
  const sheet = await workbook.sheet({ name: 'Sheet', columns: [{ width: 20 }], orientation: 'portrait', footer: '' });
  const cellOf = (cell: string | number | null): Cell | undefined =>
    cell === null ? undefined : { kind: typeof cell === 'number' ? 'number' : 'text', text: String(cell), style };
  let at = 0;
  for (const row of rows) {
    at += 1;
    sheet.row(at, row.map(cellOf));
  }
  await sheet.end();
  await workbook.close('Sheet');
}

/** Runs the selftest on two weeks of sandbox data, which has every kind of record; and that of files without rows on imported books. */
async function onSandboxIn(folder: string, context: CommandContext, isWanted: IsWanted): Promise<Selftested> {
  const { SANDBOX_ZONE, startSandbox } = await import('tieout-sandbox');
  const last = yesterday(context.clock(), SANDBOX_ZONE);
  let statements = 0;
  const sandbox = await startSandbox({
    seed: 9,
    days: sandboxDays,
    until: last.toString(),
    // with fewer orders, some controls have nothing to corrupt on some dates
    ordersPerDay: 40,
    reserve: { basisPoints: 500, days: 5 },
    writeWorkbook: async (rows) => {
      statements += 1;
      const path = join(folder, `statement-${statements}.xlsx`);
      await writeCells(path, rows);
      return createReadStream(path);
    },
  });
  try {
    // the user's own files are tested too, wherever the configuration is or would be
    const ownFolder = dirname(resolve(context.cwd, context.configPath));
    const period = { from: last.subtract({ days: sandboxDays - 1 }), to: last.add({ days: 1 }) };
    // an opening balance is compared with the first reading of the gateway's, at the end of the first day
    const terms = { statement: { formats: ['csv', 'xlsx'] }, starts_on: period.from.add({ days: 1 }).toString() };
    const { environment, clock } = context;
    const loaded = await loadConfig(await writeDemoConfig(folder, sandbox, terms), { environment, clock });
    const run = async (config: LoadedConfig, doing: string) => {
      const request = { config, period, isFetching: true, refresh: false, progress: context.progress };
      for (const company of config.companies) {
        const { errors } = await context.stage(doing, () => runCompany({ ...request, company }));
        if (errors.length > 0) throw errors[0];
      }
    };
    const config = { ...loaded, ownFolder };
    await run(config, 'Reconciling two weeks of sandbox data');
    const found = await onData(config, context, isWanted);
    const books = join(folder, 'imported');
    const importing = await loadConfig(await writeDemoConfig(books, sandbox, { books: undefined }), {
      environment,
      clock,
    });
    await importBooks(importing, books, context);
    await run(importing, 'Reconciling imported books');
    const imported = await onData(
      importing,
      context,
      (control, corruption) => corruption.endsWith('_without_rows') && isWanted(control, corruption),
    );
    return { ...found, results: [...found.results, ...imported.results] };
  } finally {
    await sandbox.close();
  }
}

async function onSandbox(context: CommandContext, isWanted: IsWanted): Promise<Selftested> {
  const folder = await mkdtemp(temporaryPath('selftest'));
  try {
    return await onSandboxIn(folder, context, isWanted);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Records the result for the close of a month, where there is a configuration that says where. */
async function recordResult(counts: { fired: number; silent: number }, context: CommandContext): Promise<void> {
  const config = await context.loadConfig().catch(ignoreIfKnown);
  if (config === undefined) return;
  const made = { version: programVersion, rules_sha256: await rulesFingerprint(), made_at: context.clock().toString() };
  await recordSelftest(dataPaths(config.data_dir).selftest, { ...made, ...counts });
}

/** Whether a control did not fire. The sandbox has records for every shipped corruption, but may lack those for the user's own. */
const isSilent =
  (isSandbox: boolean) =>
  ({ outcome, origin }: SelftestResult): boolean =>
    outcome === 'silent' || (isSandbox && outcome === 'untouched' && origin === 'shipped');

/** Runs the selftest of this version on the sandbox, and records it for the close of months, unless it is only a part of it. */
async function selftestVersion(context: CommandContext, only?: string): Promise<Selftested> {
  const found = await onSandbox(context, wantedBy(only));
  const silent = found.results.filter(isSilent(true)).length;
  if (only === undefined) await recordResult({ fired: found.results.length - silent, silent }, context);
  return found;
}

/** Runs it where none of this version is recorded. */
export async function selftestOnce({ data_dir: dataDir }: LoadedConfig, context: CommandContext): Promise<void> {
  const record = await readSelftest(dataPaths(dataDir).selftest);
  if (record?.rules_sha256 !== (await rulesFingerprint())) await selftestVersion(context);
}

/**
 * `tieout selftest [--data] [--only NAME]`: corrupts a copy of the data once for each control and check, and shows that each fires. 1 when
 * one remains silent. A control for which a user's own data has no record is listed and is not a failure.
 */
export async function run(context: CommandContext, options: SelftestOptions): Promise<ExitStatus> {
  const { results, unproven } =
    options.data === true
      ? await onData(await context.loadConfig(), context, wantedBy(options.only))
      : await selftestVersion(context, options.only);
  const silent = results.filter(isSilent(options.data !== true));
  if (options.only !== undefined && results.length === 0)
    throw optionWrong('--only', options.only, 'the name of a control or of a corruption');
  const words = { fired: 'fired', silent: 'SILENT', untouched: 'nothing to corrupt' };
  const summary =
    silent.length === 0
      ? 'Every control that had data to corrupt fired.'
      : `${silent.length} control${silent.length === 1 ? '' : 's'} did not fire: do not rely on their verdicts until this is fixed.`;
  context.out.answer({ results, silent: silent.length, unproven }, () => {
    const table = textTable(
      [
        { title: 'company', minor: 1 },
        { title: 'control' },
        { title: 'corruption' },
        { title: 'expected', minor: 2 },
        { title: 'outcome' },
      ],
      results.map((row) => [
        row.company,
        row.control,
        row.origin === 'shipped' ? row.what : `${row.what} (${row.origin})`,
        row.expected ?? '',
        words[row.outcome],
      ]),
      context.out.columns,
    );
    const names = new Set(unproven.map(({ reconciliation, origin }) => `  ${reconciliation} (${origin})\n`));
    const heading = 'Unproven: no corruption in selftest/ has shown that these of your own reconciliations fire:';
    return `${table}\n\n${summary}\n${names.size === 0 ? '' : `${heading}\n${[...names].join('')}`}`;
  });
  return silent.length === 0 ? 0 : 1;
}
