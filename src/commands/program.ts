import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { defaultConfigPath } from '../config/environment.ts';
import { visibleText } from '../terminal/visible-text.ts';
import type { BreaksOptions } from './breaks.ts';
import { commandName } from './command-name.ts';
import type { CommandContext, ExitStatus, GlobalOptions } from './context.ts';
import type { DecideOptions } from './decide.ts';
import type { DecideWorkbookOptions } from './decide-workbook.ts';
import type { DemoOptions } from './demo.ts';
import type { ForgetOptions } from './forget.ts';
import type { IdentityOptions } from './identity.ts';
import type { ImportOptions } from './import.ts';
import type { InspectOptions } from './inspect.ts';
import type { RebuildOptions } from './rebuild.ts';
import type { ReportOptions } from './report.ts';
import type { RetentionOptions } from './retention.ts';
import type { RunOptions } from './run.ts';
import type { SandboxCommandOptions } from './sandbox.ts';
import type { SelftestOptions } from './selftest.ts';
import type { VerifyOptions } from './verify.ts';

/** Runs one command's work and keeps its exit status. */
export type Perform = (options: GlobalOptions, work: (context: CommandContext) => Promise<ExitStatus>) => Promise<void>;

export const usageError = (error: unknown): error is CommanderError => error instanceof CommanderError;

function isoDate(text: string): string {
  if (/^\d{4}-\d\d-\d\d$/.test(text) && new Date(text).toJSON()?.startsWith(text)) return text;
  throw new InvalidArgumentError('It must be a date such as 2026-11-19.');
}

function wholeNumber(text: string): number {
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number from 1.');
}

function currencyList(text: string): string[] {
  if (/^[A-Z]{3}(,[A-Z]{3})*$/.test(text)) return text.split(',');
  throw new InvalidArgumentError('It must be currency codes separated by commas, such as MYR,SGD.');
}

function reserveOf(text: string): { basisPoints: number; days: number } {
  const [, percent, days] = /^(\d{1,2}(?:\.\d{1,2})?):([1-9]\d{0,2})$/.exec(text) ?? [];
  if (percent === undefined)
    throw new InvalidArgumentError(
      'It must be percent:days, such as 10:30 for ten per cent held back for thirty days.',
    );
  return { basisPoints: Math.round(Number(percent) * 100), days: Number(days) };
}

function ratesOf(text: string): Record<string, string> {
  if (/^[A-Z]{3}=\d{1,6}(\.\d{1,8})?(,[A-Z]{3}=\d{1,6}(\.\d{1,8})?)*$/.test(text))
    return Object.fromEntries(text.split(',').map((one) => one.split('=')));
  throw new InvalidArgumentError(
    'It must be rates such as USD=4.21,JPY=0.0281: the merchant’s own currency for one unit.',
  );
}

/** Collects name=value options in order; the sandbox checks what they mean. */
function chosenOf(text: string, before: string[] = []): string[] {
  if (/^\w+=\S+$/.test(text)) return [...before, text];
  throw new InvalidArgumentError('It must be name=value, such as deadline=next_noon.');
}

/** Collects the values of an option that can be repeated. */
const collected = (text: string, before: string[] = []): string[] => [...before, text];

/**
 * The command line. Each command is a file of its own and is loaded only when it runs, so that `tieout --help` starts
 * fast.
 */
export function buildProgram(version: string, perform: Perform): Command {
  const name = commandName();
  const program = new Command(name)
    .description('Reporting and reconciliation for a payment gateway and a payout service.')
    .version(version)
    .option('-c, --config <file>', 'the configuration file', defaultConfigPath())
    .option('--json', 'the answer as JSON on standard output, progress as JSON lines on standard error')
    .option('-q, --quiet', 'no progress and no warnings: only the answer, and errors')
    .configureHelp({ showGlobalOptions: true })
    .showSuggestionAfterError()
    .showHelpAfterError(`(${name} --help lists the commands and options)`)
    .addHelpText('after', '\nExit status: 0 reconciled, 1 failed, 2 wrong usage, 3 breaks, 4 incomplete.')
    .configureOutput({
      writeErr: (text) => void process.stderr.write(visibleText(text)),
    })
    .exitOverride();

  const globals = (): GlobalOptions => {
    const { config, json = false, quiet = false } = program.opts<{ config: string; json?: boolean; quiet?: boolean }>();
    return { config, json, quiet };
  };

  program
    .command('init')
    .description('write a commented configuration file; an existing one is never overwritten')
    .option('--stdout', 'show it instead of writing it')
    .action((options: { stdout?: boolean }) =>
      perform(globals(), async (context) => (await import('./init.ts')).runInitCommand(options, context)),
    );

  program
    .command('run')
    .description('fetch, load, reconcile and report: yesterday, or the given days')
    .option('--date <day>', 'one business day')
    .option('--from <day>', 'the first of several days')
    .option('--to <day>', 'the last of several days')
    .option('--company <name>', 'one company only')
    .option('--refresh', 'fetch again what has already been fetched')
    .option('--report <name>', 'write this report besides the daily one; can be repeated', collected)
    .action((options: RunOptions) =>
      perform(globals(), async (context) => (await import('./run.ts')).runRunCommand(options, context)),
    );

  program
    .command('report')
    .description('list the reports, or write one from what is published, without a run: yesterday, or the given days')
    .argument('[name]', 'for example daily; without it the reports are listed')
    .option('--date <day>', 'one business day')
    .option('--from <day>', 'the first of several days')
    .option('--to <day>', 'the last of several days')
    .option('--company <name>', 'one company only')
    .action((name: string | undefined, options: ReportOptions) =>
      perform(globals(), async (context) => (await import('./report.ts')).runReportCommand(name, options, context)),
    );

  program
    .command('import')
    .description('import a file that was downloaded or exported by hand')
    .argument('<kind>', 'statement, orders, bank, callbacks, or a kind of another connector')
    .argument('<file>', 'the file')
    .option('--company <name>', 'the company that the file belongs to')
    .option('--currency <code>', 'the currency of lines that name none')
    .option('--covers <first..last>', 'declare that the file is whole for these days, such as 2026-11-01..2026-11-30')
    .option('--by <name>', 'with --covers: who declares it (default: the user of this machine)')
    .action((kind: string, file: string, options: ImportOptions) =>
      perform(globals(), async (context) =>
        (await import('./import.ts')).runImportCommand(kind, file, options, context),
      ),
    );

  program
    .command('take-on')
    .description('take on the opening balances and open items of the first business day (starts_on)')
    .argument('[file]', 'the file, CSV or XLSX; without it, an example of one is printed')
    .option('--company <name>', 'the company that the file belongs to')
    .option('--currency <code>', 'the currency of lines that name none')
    .action((file: string | undefined, options: ImportOptions) =>
      perform(globals(), async (context) => (await import('./take-on.ts')).runTakeOnCommand(file, options, context)),
    );

  program
    .command('inspect')
    .description('show how a file would be read, and the configuration that makes it fit; nothing is kept')
    .argument('<file>', 'the file')
    .option('--as <kind>', 'statement, orders, bank, callbacks, or a kind of another connector; recognised by default')
    .option('--company <name>', 'the company whose configuration is used')
    .option('--currency <code>', 'the currency of lines that name none')
    .action((file: string, options: InspectOptions) =>
      perform(globals(), async (context) => (await import('./inspect.ts')).runInspectCommand(file, options, context)),
    );

  program
    .command('status')
    .description(
      'the last runs, the newest verdicts, open items, days without a run, rejected files and your own reconciliations',
    )
    .action(() => perform(globals(), async (context) => (await import('./status.ts')).runStatusCommand(context)));

  program
    .command('doctor')
    .description('check the services, the keys and the clock, with the fix for each problem')
    .action(() => perform(globals(), async (context) => (await import('./doctor.ts')).runDoctorCommand(context)));

  program
    .command('identity')
    .description(
      'show for which company, mode and accounts the services answer, or accept that they answer for another',
    )
    .option('--company <name>', 'one company only')
    .option('--accept', 'ask the services, and accept what they answer now')
    .option('--why <text>', 'with --accept: the reason')
    .option('--by <name>', 'with --accept: who accepts it (default: the user of this machine)')
    .action((options: IdentityOptions) =>
      perform(globals(), async (context) => (await import('./identity.ts')).runIdentityCommand(options, context)),
    );

  program
    .command('breaks')
    .description('list open items, or show one with everything known about it')
    .argument('[id]', 'the id of an item, or its first characters')
    .option('--company <name>', 'one company only')
    .option('--currency <code>', 'one currency only')
    .option('--reconciliation <name>', 'one reconciliation only, such as orders_to_statement')
    .option('--outcome <name>', 'one outcome only, such as missing_right')
    .option(
      '--status <name>',
      'undecided (the default), open, awaiting_approval, explained, accepted, written_off, matched_by_hand, closed or all',
    )
    .option('--over <amount>', 'differences above this amount')
    .option('--older-than <days>', 'open for more than this many days')
    .action((id: string | undefined, options: BreaksOptions) =>
      perform(globals(), async (context) => (await import('./breaks.ts')).runBreaksCommand(id, options, context)),
    );

  program
    .command('decide')
    .description('record a decision on items: explain, accept, write-off, match, split, undo or approve')
    .argument('[decision]', 'explain, accept, write-off, match or split; or undo or approve, with the id of a decision')
    .argument('[ids...]', 'the ids of the items, or of the decision')
    .option('--from <workbook>', 'read the decisions from a workbook; without --yes they are only shown')
    .option('--yes', 'with --from: record every decision that is not rejected')
    .option('--reason <code>', 'one of decision.reasons in the configuration')
    .option('--note <text>', 'an explanation in your own words')
    .option('--author <name>', 'who decides (default: the person of --sign-key, else the user of this machine)')
    .option('--expires <day>', 'the last day on which the decision is valid')
    .option('--evidence <name...>', 'files, which are copied, or addresses that support the decision')
    .option('--part <amount=reason...>', 'the parts of a split')
    .option(
      '--sign-key <file>',
      'sign with this Ed25519 key (or the .pub file of one in ssh-agent); needs decision.keys',
    )
    .option('--dry-run', 'show what would happen, record nothing')
    .action((decision: string | undefined, ids: string[], options: DecideOptions & DecideWorkbookOptions) =>
      perform(globals(), async (context) =>
        options.from === undefined
          ? (await import('./decide.ts')).runDecideCommand(decision, ids, options, context)
          : (await import('./decide-workbook.ts')).runDecideWorkbookCommand(decision, options, context),
      ),
    );

  program
    .command('explain')
    .description('show everything known about a reference, a number, an amount or an item, with file and line')
    .argument('<anything>', 'for example INV-000123, 51.90, or the id of a break')
    .action((text: string) =>
      perform(globals(), async (context) => (await import('./explain.ts')).runExplainCommand(text, context)),
    );

  program
    .command('selftest')
    .description('corrupt a copy of sandbox data once for each control, and show that each control fires')
    .option('--data', 'use a copy of your own published data instead')
    .action((options: SelftestOptions) =>
      perform(globals(), async (context) => (await import('./selftest.ts')).runSelftestCommand(options, context)),
    );

  program
    .command('sql')
    .description('run a read-only query on what is published')
    .argument('<statement>', 'for example "from mart.unmatched"')
    .option('--company <name>', 'one company only; by default all of them')
    .action((statement: string, options: { company?: string }) =>
      perform(globals(), async (context) => (await import('./sql.ts')).runSqlCommand(statement, options, context)),
    );

  program
    .command('close')
    .description('close a month; refuses unless every day is reconciled')
    .argument('<month>', 'for example 2026-10')
    .option('--company <name>', 'one company only')
    .action((month: string, options: { company?: string }) =>
      perform(globals(), async (context) => (await import('./close.ts')).runCloseCommand(month, options, context)),
    );

  program
    .command('schedule')
    .description('stay, and run every day at the configured time')
    .option('--once', 'run what is due, then end')
    .action((options: { once?: boolean }) =>
      perform({ ...globals(), isService: true }, async (context) =>
        (await import('./schedule.ts')).runScheduleCommand(options, context),
      ),
    );

  program
    .command('rebuild')
    .description('build the warehouse again from the files as received')
    .option('--company <name>', 'one company only')
    .option('--compare', 'build beside the warehouse, compare with what is published, and replace nothing')
    .action((options: RebuildOptions) =>
      perform(globals(), async (context) => (await import('./rebuild.ts')).runRebuildCommand(options, context)),
    );

  program
    .command('verify')
    .description('prove that what is kept is what was received and published')
    .option('--company <name>', 'one company only')
    .option('--quick', 'hashes of the index, and sizes of files, without reading them')
    .action((options: VerifyOptions) =>
      perform(globals(), async (context) => (await import('./verify.ts')).runVerifyCommand(options, context)),
    );

  program
    .command('forget')
    .description('replace the personal data of a customer or recipient by keyed hashes, everywhere')
    .requiredOption(
      '--customer <value>',
      'an e-mail address, name, phone or account number of the person; can be repeated',
      collected,
    )
    .requiredOption('--by <name>', 'who orders it')
    .requiredOption('--note <text>', 'the reason, without personal data')
    .option('--company <name>', 'one company only')
    .option('--dry-run', 'show what would change, change nothing')
    .action((options: ForgetOptions) =>
      perform(globals(), async (context) => (await import('./forget.ts')).runForgetCommand(options, context)),
    );

  program
    .command('retention')
    .description('forget all personal data that is older than retention.personal_data')
    .requiredOption('--by <name>', 'who orders it')
    .option('--company <name>', 'one company only')
    .option('--dry-run', 'show what would change, change nothing')
    .action((options: RetentionOptions) =>
      perform(globals(), async (context) => (await import('./retention.ts')).runRetentionCommand(options, context)),
    );

  program
    .command('sandbox')
    .description('start both services on this machine, with synthetic data')
    .option('--seed <n>', 'seed of the generated data', wholeNumber, 1)
    .option('--days <n>', 'number of days', wholeNumber, 30)
    .option('--orders-per-day <n>', 'average number of orders a day', wholeNumber, 100)
    .option('--currencies <list>', 'currencies, the merchant’s own first', currencyList, ['MYR', 'SGD'])
    .addOption(
      new Option('--breaks <set>', 'the set of planted breaks')
        .choices(['standard', 'services', 'none'])
        .default('standard'),
    )
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--gateway-port <n>', '0 chooses a free port', '0')
    .option('--payout-port <n>', '0 chooses a free port', '0')
    .option('--admin-port <n>', '0 chooses a free port', '0')
    .option('--until <date>', 'the last full day, YYYY-MM-DD (default: yesterday)', isoDate)
    .option('--settle-after <days>', 'days from a payment to its settlement', wholeNumber, 2)
    .option('--settle-at-weekends', 'settle at weekends too')
    .option(
      '--reserve <percent:days>',
      'rolling reserve: the part of each payment that is held back, and for how many days',
      reserveOf,
    )
    .option(
      '--convert <rates>',
      'currencies that a purchase converts into the merchant’s own, with rates: USD=4.21,JPY=0.0281',
      ratesOf,
    )
    .option(
      '--files <folder>',
      'write the merchant’s orders.csv, bank.csv and callbacks.jsonl, and truth.json, to a folder',
    )
    .option('--faults <file>', 'inject faults from the start: a list in YAML or JSON')
    .option('--state <file>', 'keep the state of both services for the next start')
    .addOption(
      new Option('--payout-mode <mode>', 'mode of the payout service')
        .choices(['production', 'staging'])
        .default('production'),
    )
    .option('--callbacks-to <url>', 'deliver every callback to this address, such as http://127.0.0.1:3000')
    .option(
      '--choose <name=value>',
      'choose what the specifications leave open (docs/sandbox.md); can be repeated',
      chosenOf,
    )
    .option('--smtp <url>', 'send approval e-mails through smtp://user:password@host:port')
    .action((options: SandboxCommandOptions) =>
      perform(globals(), async (context) => (await import('./sandbox.ts')).runSandboxCommand(options, context)),
    );

  program
    .command('demo')
    .description('the whole job against the built-in sandbox, from fetching to reports')
    .option('--seed <n>', 'seed of the generated data', wholeNumber, 1)
    .option('--days <n>', 'number of days', wholeNumber, 30)
    .option('--orders-per-day <n>', 'average number of orders a day', wholeNumber, 100)
    .option('--dir <folder>', 'the folder in which the demo creates its own', 'tieout-data')
    .action((options: DemoOptions) =>
      perform(globals(), async (context) => (await import('./demo.ts')).runDemoCommand(options, context)),
    );

  return program;
}
