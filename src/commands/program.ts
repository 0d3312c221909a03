import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { defaultConfigPath } from '../config/environment.ts';
import type { BreaksOptions } from './breaks.ts';
import type { CommandContext, ExitStatus, GlobalOptions } from './context.ts';
import type { DecideOptions } from './decide.ts';
import type { DecideWorkbookOptions } from './decide-workbook.ts';
import type { DemoOptions } from './demo.ts';
import type { ImportOptions } from './import.ts';
import type { RunOptions } from './run.ts';
import type { SandboxCommandOptions } from './sandbox.ts';
import type { SelftestOptions } from './selftest.ts';

/** Runs one command's work and remembers the exit status that it gives. */
export type Perform = (options: GlobalOptions, work: (context: CommandContext) => Promise<ExitStatus>) => Promise<void>;

export const usageError = (error: unknown): error is CommanderError => error instanceof CommanderError;

function isoDate(text: string): string {
  if (/^\d{4}-\d\d-\d\d$/.test(text) && new Date(text).toJSON()?.startsWith(text)) return text;
  throw new InvalidArgumentError('Give it as YYYY-MM-DD.');
}

function wholeNumber(text: string): number {
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Give it as a whole number from 1.');
}

function currencyList(text: string): string[] {
  if (/^[A-Z]{3}(,[A-Z]{3})*$/.test(text)) return text.split(',');
  throw new InvalidArgumentError('Give currencies of three capital letters with commas between them.');
}

function reserveOf(text: string): { basisPoints: number; days: number } {
  const [, percent, days] = /^(\d{1,2}(?:\.\d{1,2})?):([1-9]\d{0,2})$/.exec(text) ?? [];
  if (percent === undefined) throw new InvalidArgumentError('Give it like 10:30, ten per cent for thirty days.');
  return { basisPoints: Math.round(Number(percent) * 100), days: Number(days) };
}

function ratesOf(text: string): Record<string, string> {
  if (/^[A-Z]{3}=\d{1,6}(\.\d{1,8})?(,[A-Z]{3}=\d{1,6}(\.\d{1,8})?)*$/.test(text))
    return Object.fromEntries(text.split(',').map((one) => one.split('=')));
  throw new InvalidArgumentError('Give it like USD=4.21,JPY=0.0281: the merchant’s own currency for one unit.');
}

/** Words of the form name=value, in their order; what they mean is looked at where they are used. */
function chosenOf(text: string, before: string[] = []): string[] {
  if (/^\w+=\S+$/.test(text)) return [...before, text];
  throw new InvalidArgumentError('Give it as name=value, for example deadline=next_noon.');
}

/**
 * The command line. Each command is a file of its own, read only when it is the one that runs: `tieout --help` loads
 * nothing but this.
 */
export function buildProgram(version: string, perform: Perform): Command {
  const program = new Command('tieout')
    .description('Proves what ties out between a payment gateway and a payout service, and explains what does not.')
    .version(version)
    .option('-c, --config <file>', 'the configuration file', defaultConfigPath())
    .option('--json', 'answers as JSON on standard output, logs as JSON on standard error')
    .option('-q, --quiet', 'no progress and no log: only the answer, and errors')
    .showSuggestionAfterError()
    .showHelpAfterError('(tieout --help lists the commands and options)')
    .addHelpText('after', '\nExit status: 0 reconciled, 1 failed, 2 wrong usage, 3 breaks, 4 incomplete.')
    .exitOverride();

  const globals = (): GlobalOptions => {
    const { config, json = false, quiet = false } = program.opts<{ config: string; json?: boolean; quiet?: boolean }>();
    return { config, json, quiet };
  };

  program
    .command('init')
    .description('write a commented configuration file (never over one that is there)')
    .option('--stdout', 'show it instead')
    .action((options: { stdout?: boolean }) =>
      perform(globals(), async (context) => (await import('./init.ts')).runInitCommand(options, context)),
    );

  program
    .command('run')
    .description('fetch, load, reconcile and report: yesterday, or the days that are named')
    .option('--date <day>', 'one business day')
    .option('--from <day>', 'the first of several')
    .option('--to <day>', 'the last of several')
    .option('--company <name>', 'one company only')
    .option('--refresh', 'ask for everything anew, also for what is there')
    .action((options: RunOptions) =>
      perform(globals(), async (context) => (await import('./run.ts')).runRunCommand(options, context)),
    );

  const importing = program.command('import').description('bring in what a person downloaded by hand');
  for (const [kind, what] of [
    ['orders', 'your own orders, .csv'],
    ['bank', 'your bank statement, .csv'],
    ['callbacks', 'the callbacks that you received, a JSON object a line'],
  ] as const) {
    importing
      .command(kind)
      .argument('<file>', what)
      .option('--company <name>', 'whose it is')
      .action((file: string, options: ImportOptions) =>
        perform(globals(), async (context) =>
          (await import('./import.ts')).runImportBookCommand(kind, file, options, context),
        ),
      );
  }
  importing
    .command('statement')
    .argument('<file>', 'a company statement, .csv or .xlsx')
    .option('--company <name>', 'whose it is')
    .option('--currency <code>', 'its currency, where its lines name none')
    .action((file: string, options: ImportOptions) =>
      perform(globals(), async (context) =>
        (await import('./import.ts')).runImportStatementCommand(file, options, context),
      ),
    );

  program
    .command('status')
    .description('the last runs, the newest verdicts, what is open and what is missing')
    .action(() => perform(globals(), async (context) => (await import('./status.ts')).runStatusCommand(context)));

  program
    .command('doctor')
    .description('can both services be reached, are the keys right, is the clock right; with the fix for each')
    .action(() => perform(globals(), async (context) => (await import('./doctor.ts')).runDoctorCommand(context)));

  program
    .command('breaks')
    .description('what does not tie out: the list, or one item with everything known about it')
    .argument('[id]', 'an item, or the beginning of its id')
    .option('--company <name>', 'one company only')
    .option('--currency <code>', 'one currency only')
    .option('--reconciliation <name>', 'one reconciliation only')
    .option('--outcome <name>', 'one outcome only, such as missing_right')
    .option(
      '--status <name>',
      'open, awaiting_approval, explained, accepted, written_off, matched_by_hand, closed or all',
    )
    .option('--over <amount>', 'differences of more than this')
    .option('--older-than <days>', 'only what is older')
    .action((id: string | undefined, options: BreaksOptions) =>
      perform(globals(), async (context) => (await import('./breaks.ts')).runBreaksCommand(id, options, context)),
    );

  program
    .command('decide')
    .description('record what a person decides: explain, accept, write-off, match, split, undo or approve')
    .argument('[decision]', 'explain, accept, write-off, match, split; or undo or approve with the id of a decision')
    .argument('[ids...]', 'the items, or the decision')
    .option('--from <workbook>', 'take what was decided in a workbook; shows it only, unless --yes is given')
    .option('--yes', 'with --from: take what is not refused')
    .option('--reason <code>', 'one of the reasons of the configuration')
    .option('--note <text>', 'why, in words')
    .option('--author <name>', 'who decides; the user of this machine by default')
    .option('--expires <day>', 'the last day on which it holds')
    .option('--evidence <name...>', 'files, which are kept, or addresses that support it')
    .option('--part <amount=reason...>', 'the parts of a split')
    .option('--dry-run', 'only say what would happen')
    .action((decision: string | undefined, ids: string[], options: DecideOptions & DecideWorkbookOptions) =>
      perform(globals(), async (context) =>
        options.from === undefined
          ? (await import('./decide.ts')).runDecideCommand(decision, ids, options, context)
          : (await import('./decide-workbook.ts')).runDecideWorkbookCommand(decision, options, context),
      ),
    );

  program
    .command('explain')
    .description('everything known about a reference, a number, an amount or an item, with file and line')
    .argument('<anything>', 'for example INV-000123, 51.90, or the id of a break')
    .action((text: string) =>
      perform(globals(), async (context) => (await import('./explain.ts')).runExplainCommand(text, context)),
    );

  program
    .command('selftest')
    .description('corrupt a copy of the sandbox’s data once for every control, and show that each fires')
    .option('--data', 'a copy of your own published data instead')
    .action((options: SelftestOptions) =>
      perform(globals(), async (context) => (await import('./selftest.ts')).runSelftestCommand(options, context)),
    );

  program
    .command('sql')
    .description('ask the published snapshot, read-only')
    .argument('<statement>', 'for example "from mart.unmatched"')
    .action((statement: string) =>
      perform(globals(), async (context) => (await import('./sql.ts')).runSqlCommand(statement, context)),
    );

  program
    .command('close')
    .description('close a month: refuses unless every day of it is proven')
    .argument('<month>', 'for example 2026-10')
    .option('--company <name>', 'one company only')
    .action((month: string, options: { company?: string }) =>
      perform(globals(), async (context) => (await import('./close.ts')).runCloseCommand(month, options, context)),
    );

  program
    .command('schedule')
    .description('run every day by itself, at the time that the configuration gives')
    .option('--once', 'do what is due and end')
    .action((options: { once?: boolean }) =>
      perform(globals(), async (context) => (await import('./schedule.ts')).runScheduleCommand(options, context)),
    );

  program
    .command('rebuild')
    .description('make the warehouse anew from the files as received')
    .action(() => perform(globals(), async (context) => (await import('./rebuild.ts')).runRebuildCommand(context)));

  program
    .command('sandbox')
    .description('both services on this machine, to try things against')
    .option('--seed <n>', 'the same seed gives the same life', wholeNumber, 1)
    .option('--days <n>', 'how long it is', wholeNumber, 30)
    .option('--orders-per-day <n>', 'how busy', wholeNumber, 100)
    .option('--currencies <list>', 'in which currencies, the merchant’s own first', currencyList, ['MYR', 'SGD'])
    .addOption(
      new Option('--breaks <set>', 'which breaks are planted')
        .choices(['standard', 'services', 'none'])
        .default('standard'),
    )
    .option('--host <address>', 'where to listen', '127.0.0.1')
    .option('--gateway-port <n>', '0 takes a free one', '0')
    .option('--payout-port <n>', '0 takes a free one', '0')
    .option('--admin-port <n>', '0 takes a free one', '0')
    .option('--until <date>', 'the last full day of the life, YYYY-MM-DD; yesterday by default', isoDate)
    .option('--settle-after <days>', 'how many days after a payment the gateway settles it', wholeNumber, 2)
    .option('--settle-at-weekends', 'weekends are settlement days as well')
    .option(
      '--reserve <percent:days>',
      'rolling reserve: what is held back of each payment, and for how long',
      reserveOf,
    )
    .option(
      '--convert <rates>',
      'currencies that are converted into the merchant’s own when a purchase is made: USD=4.21,JPY=0.0281',
      ratesOf,
    )
    .option('--files <folder>', 'writes the merchant’s orders.csv, bank.csv and callbacks.jsonl, and truth.json')
    .option('--faults <file>', 'faults on order from the start: a list of them, YAML or JSON')
    .option('--state <file>', 'keeps what happens at both services for the next start')
    .addOption(
      new Option('--payout-mode <mode>', 'what can be converted')
        .choices(['production', 'staging'])
        .default('production'),
    )
    .option(
      '--callbacks-to <url>',
      'where the gateway delivers to, whatever host a callback names: http://127.0.0.1:3000',
    )
    .option(
      '--choose <name=value>',
      'what the specifications leave open, as docs/sandbox.md lists it; can be given several times',
      chosenOf,
    )
    .option('--smtp <url>', 'sends approval e-mails for real: smtp://user:password@host:port')
    .action((options: SandboxCommandOptions) =>
      perform(globals(), async (context) => (await import('./sandbox.ts')).runSandboxCommand(options, context)),
    );

  program
    .command('demo')
    .description('the main job against the built-in sandbox, from nothing to reports')
    .option('--seed <n>', 'the same seed gives the same life', '1')
    .option('--days <n>', 'how many days', '30')
    .option('--orders-per-day <n>', 'how busy', '100')
    .option('--dir <folder>', 'where its folder is made', 'tieout-data')
    .action((options: DemoOptions) =>
      perform(globals(), async (context) => (await import('./demo.ts')).runDemoCommand(options, context)),
    );

  return program;
}
