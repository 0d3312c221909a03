import { Command, CommanderError } from 'commander';
import { defaultConfigPath } from '../config/environment.ts';
import { visibleText } from '../terminal/visible-text.ts';
import type { GlobalOptions } from './context.ts';
import { collected, type Perform, type Runs } from './perform.ts';
import { addSandboxCommands } from './sandbox-commands.ts';
import type { OutputStream, Surroundings } from './surroundings.ts';
import type { VerifyCloseOptions } from './verify-close.ts';

export const usageError = (error: unknown): error is CommanderError => error instanceof CommanderError;

/** The name of the command line, and its input and output. */
type ProgramTerms = { name: string } & Pick<Surroundings, 'env' | 'stdout' | 'stderr'>;

const widthOf = ({ isTTY, columns = 80 }: OutputStream) => (isTTY === true ? columns : 80);

/** The command line. Each command is in a separate file that is loaded only when it runs, so that `tieout --help` starts fast. */
export function buildProgram(version: string, terms: ProgramTerms, perform: Perform): Command {
  const { name, env, stdout, stderr } = terms;
  const program = new Command(name)
    .description('Reporting and reconciliation for a payment gateway and a payout service.')
    .version(version)
    .option('-c, --config <file>', 'the configuration file', defaultConfigPath(env))
    .option('--json', 'the answer as JSON on standard output, progress as JSON lines on standard error')
    .option('-q, --quiet', 'no progress and no warnings: only the answer, and errors')
    .configureHelp({ showGlobalOptions: true })
    .showSuggestionAfterError()
    .showHelpAfterError(`(${name} --help lists the commands and options)`)
    .addHelpText('after', '\nExit status: 0 reconciled, 1 failed, 2 wrong usage, 3 breaks, 4 incomplete.')
    .configureOutput({
      writeOut: (text) => void stdout.write(text),
      writeErr: (text) => void stderr.write(visibleText(text)),
      getOutHelpWidth: () => widthOf(stdout),
      getErrHelpWidth: () => widthOf(stderr),
    })
    .exitOverride();

  const globals = (): GlobalOptions => {
    const { config, json = false, quiet = false } = program.opts<{ config: string; json?: boolean; quiet?: boolean }>();
    return { config, json, quiet, isConfigGiven: program.getOptionValueSource('config') === 'cli' };
  };

  const runs: Runs =
    (load) =>
    (...given) =>
      perform(globals(), async (context) => (await load()).run(context, ...given));
  const serves: Runs =
    (load) =>
    (...given) =>
      perform({ ...globals(), isService: true }, async (context) => (await load()).run(context, ...given));

  program
    .command('init')
    .description('write a commented configuration file; an existing one is never overwritten')
    .option('--stdout', 'show it instead of writing it')
    .action(runs(() => import('./init.ts')));

  program
    .command('run')
    .description('fetch, load, reconcile and report: yesterday, or the given days')
    .option('--date <day>', "one business day, such as 2026-11-19, or yesterday; days are those of the company's zone")
    .option('--last <n>', 'the last days that are over, such as 8')
    .option('--from <day>', 'the first of several days')
    .option('--to <day>', 'the last of several days')
    .option('--company <name>', 'one company only')
    .option('--refresh', 'fetch again what has already been fetched')
    .option('--report <name>', 'write this report besides the daily one; can be repeated', collected)
    .action(runs(() => import('./run.ts')));

  program
    .command('backfill')
    .description('fetch and reconcile earlier days, month by month; called again, it continues')
    .requiredOption('--from <day>', "the first day, such as 2026-01-01; days are those of the company's zone")
    .option('--to <day>', 'the last day (default: yesterday)')
    .option('--company <name>', 'one company only')
    .option('--per-minute <n>', 'the most requests a minute to the services of a company (default: 60)')
    .action(runs(() => import('./backfill.ts')));

  program
    .command('report')
    .description('list the reports, or write one from what is published, without a run: yesterday, or the given days')
    .argument('[name]', 'for example daily; without it the reports are listed')
    .option('--date <day>', "one business day, such as 2026-11-19, or yesterday; days are those of the company's zone")
    .option('--last <n>', 'the last days that are over, such as 8')
    .option('--from <day>', 'the first of several days')
    .option('--to <day>', 'the last of several days')
    .option('--company <name>', 'one company only')
    .action(runs(() => import('./report.ts')));

  program
    .command('statement')
    .description('write the page of each currency that people sign, as a draft in PDF, from what is published')
    .argument('[month]', 'for example 2026-10, or last-month; or give --from and --to')
    .option('--from <day>', 'the first of the days')
    .option('--to <day>', 'the last of the days')
    .option('--company <name>', 'one company only')
    .option('--currency <code>', 'one currency only')
    .option('--out <folder>', 'write into this folder (default: beside the reports of the days)')
    .action(runs(() => import('./statement.ts')));

  program
    .command('import')
    .description('import files that were downloaded or exported by hand, and reconcile the days that they change once')
    .argument('[kind]', 'statement, orders, bank, callbacks, ledger, or a kind of another connector')
    .argument('[files...]', 'files, or folders with files; without a kind and a file as with --all')
    .option('--all', 'the files that the configuration names (books), where they have changed')
    .option('--company <name>', 'the company that the files belong to')
    .option('--currency <code>', 'the currency of lines without a currency')
    .option(
      '--covers <first..last>',
      'declare that the only file is whole for these days, such as 2026-11-01..2026-11-30',
    )
    .option('--by <name>', 'with --covers: who declares it (default: the user of this machine)')
    .action(runs(() => import('./import.ts')));

  program
    .command('take-on')
    .description('take on the opening balances and open items of the first business day (starts_on)')
    .argument('[file]', 'the file, CSV or XLSX; without it, an example is printed')
    .option('--company <name>', 'the company that the file belongs to')
    .option('--currency <code>', 'the currency of lines without a currency')
    .action(runs(() => import('./take-on.ts')));

  program
    .command('withdraw')
    .description(
      'withdraw an accepted file that was wrong: it no longer counts, and what it changed is reconciled again',
    )
    .argument('<file>', 'the name of the file as it was imported, or its receipt number')
    .requiredOption('--reason <text>', 'why, for the record')
    .option('--author <name>', 'who withdraws it (default: the user of this machine)')
    .option('--company <name>', 'the company that the file belongs to')
    .action(runs(() => import('./withdraw.ts')));

  program
    .command('inspect')
    .description('show how a file would be read, and the configuration that makes it fit; nothing is kept')
    .argument('<file>', 'the file')
    .option(
      '--as <kind>',
      'statement, orders, bank, callbacks, ledger, or a kind of another connector; recognised by default',
    )
    .option('--company <name>', 'the company whose configuration is used')
    .option('--currency <code>', 'the currency of lines without a currency')
    .option(
      '--preset <name>',
      'write the configuration as a preset of a bank, banks/<name>.yaml beside the configuration',
    )
    .action(runs(() => import('./inspect.ts')));

  program
    .command('match')
    .description(
      'match the lines of any two files, or of several files a side, without a company; writes the result to a folder',
    )
    .argument('[left]', 'the file or folder of the left side: CSV, XLSX, JSON lines, Parquet, or a statement of a bank')
    .argument('[right]', 'the file or folder of the right side')
    .option('--left <file>', 'a further file of the left side; can be repeated', collected)
    .option('--right <file>', 'a further file of the right side; can be repeated', collected)
    .option('--currency <code>', 'the currency of lines without a currency')
    .option('--inspect', 'show how the files would be read, as terms for --config; nothing is matched')
    .option(
      '--explain <line>',
      'show why a line, such as bank.csv:12, or a reference is matched or not; nothing is written',
    )
    .option(
      '--suggest',
      'show other settings of the match passes that would have decided as people did; nothing is written',
    )
    .option(
      '--decisions <workbook>',
      'a further workbook with decisions; those in the folder of the result always count',
    )
    .option('--by <name>', 'with --decisions: who has decided (default: the user of this machine)')
    .option('--out <path>', 'the folder of the result (default: tieout-match); with --inspect, the file of the terms')
    .option('--show-personal-data', 'write e-mail addresses in full')
    .addHelpText(
      'after',
      '\nHere --config names the terms for the two files, such as match.yaml, instead of the configuration.',
    )
    .action(runs(() => import('./match.ts')));

  program
    .command('status')
    .description(
      'show the state of each company, the last runs, the newest verdicts, open items, days without a run, rejected files and your own reconciliations',
    )
    .option('--exit-code', 'exit with the status of the company in the worst state, including days of earlier runs')
    .action(runs(() => import('./status.ts')));

  program
    .command('doctor')
    .description('check the services, the keys and the clock, with the fix for each problem')
    .action(runs(() => import('./doctor.ts')));

  program
    .command('identity')
    .description('show which company, mode and accounts the services answer for, or accept a change of them')
    .option('--company <name>', 'one company only')
    .option('--accept', 'ask the services, and accept what they answer now')
    .option('--why <text>', 'with --accept: the reason')
    .option('--by <name>', 'with --accept: who accepts it (default: the user of this machine)')
    .action(runs(() => import('./identity.ts')));

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
    .option('--date <day>', 'items of this business day')
    .option('--text <words>', 'items whose reason, action, key or note contains these words')
    .action(runs(() => import('./breaks.ts')));

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
    .option(
      '--effective <day>',
      'the day from which it counts in statements (default: the day of the item, or of the later record of a match; no day of a closed month)',
    )
    .option('--evidence <name...>', 'files, which are copied, or addresses that support the decision')
    .option('--part <amount=reason...>', 'the parts of a split')
    .option(
      '--sign-key <file>',
      'sign with this Ed25519 key (or the .pub file of one in ssh-agent); needs decision.keys',
    )
    .option('--dry-run', 'show what would happen, record nothing')
    .option('--proposed', 'with write-off: every difference within decision.write_off; with approve: those write-offs')
    .option('--company <name>', 'with --proposed: one company only')
    .option('--date <day>', 'with --proposed: items of this business day')
    .option('--month <month>', 'with --proposed: items of this month, for example 2026-10, or last-month')
    .action(runs(() => import('./decide.ts')));

  program
    .command('explain')
    .description('show everything known about a reference, a number, an amount or an item, with file and line')
    .argument('<anything>', 'for example INV-000123, 51.90, or the id of a break')
    .action(runs(() => import('./explain.ts')));

  program
    .command('selftest')
    .description('corrupt a copy of sandbox data once for each control, and show that each control fires')
    .option('--data', 'use a copy of your own published data instead')
    .option(
      '--only <name>',
      'only the corruptions of this control, or the one with this name; nothing is recorded for the close',
    )
    .action(runs(() => import('./selftest.ts')));

  program
    .command('sql')
    .description('run read-only statements on the published data')
    .argument('[sql]', 'statements, for example "from unmatched"; - or nothing reads standard input')
    .option('-f, --file <file>', 'read the statements from this file')
    .option('--company <name>', 'one company only; by default all of them')
    .option('--format <name>', 'table, csv, json, parquet or xlsx (default: the ending of --out, else table)')
    .option('--out <file>', 'write the result to this new file')
    .addHelpText(
      'after',
      '\nNames without a schema are those of mart and own: "show tables" lists them, "describe NAME" their columns.' +
        '\nA table has at most 1,000 rows; a longer result is split into several tables. The other formats are not split.',
    )
    .action(runs(() => import('./sql.ts')));

  program
    .command('publish')
    .description('write the published data into a lake: Parquet files for other engines')
    .option('--to <folder>', 'the folder of the lake, which exists; by default that of the configuration')
    .option('--company <name>', 'one company only; by default all of them')
    .action(runs(() => import('./publish.ts')));

  program
    .command('close')
    .description('fetch and reconcile a month again, and close it; lists what refuses')
    .argument('<month>', 'for example 2026-10, or last-month')
    .option('--company <name>', 'one company only')
    .option('--no-run', 'close what is reconciled, without fetching and reconciling the month again')
    .option(
      '--sign-key <file>',
      'sign the hashes of the pack with your Ed25519 key (ssh-keygen); the configuration names it',
    )
    .action(runs(() => import('./close.ts')));

  program
    .command('reopen')
    .description('request or approve the reopening of a closed month, which is then closed again as a new version')
    .argument('<month>', 'for example 2026-10, or last-month')
    .option('--reason <text>', 'request the reopening, with the reason')
    .option('--approve', 'approve the request of another person')
    .option('--author <name>', 'who requests or approves; the user of the operating system by default')
    .option('--sign-key <file>', 'sign with your Ed25519 key (ssh-keygen); the configuration names it')
    .option('--company <name>', 'one company only')
    .action(runs(() => import('./reopen.ts')));

  program
    .command('schedule')
    .description('keep running, and run every day at the configured time')
    .option('--once', 'run what is due, then exit with the status of the company in the worst state')
    .action(serves(() => import('./schedule.ts')));

  program
    .command('receive')
    .description('keep running, and keep the callbacks and webhooks that the services deliver')
    .action(serves(() => import('./receive.ts')));

  program
    .command('rebuild')
    .description('rebuild the warehouse from the received files')
    .option('--company <name>', 'one company only')
    .option('--compare', 'rebuild beside the warehouse, compare with the published data, and replace nothing')
    .option('--estimate', 'show what a rebuild would repeat and how long it would take, and build nothing')
    .action(runs(() => import('./rebuild.ts')));

  const verify = program
    .command('verify')
    .description('verify that kept data is unchanged since it was received and published')
    .option('--company <name>', 'one company only')
    .option('--quick', 'check the hashes of the index and the sizes of files, without reading the files')
    .action(runs(() => import('./verify.ts')));

  verify
    .command('close')
    .description('verify the packs of a closed month from their folders alone')
    .argument('<month or folder>', 'for example 2026-10, last-month, or the folder of a pack')
    // --company is an option of verify
    .action((place: string, _: object, command: Command) =>
      runs(() => import('./verify-close.ts'))(place, command.optsWithGlobals<VerifyCloseOptions>()),
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
    .action(runs(() => import('./forget.ts')));

  program
    .command('retention')
    .description('forget all personal data that is older than retention.personal_data')
    .requiredOption('--by <name>', 'who orders it')
    .option('--company <name>', 'one company only')
    .option('--dry-run', 'show what would change, change nothing')
    .action(runs(() => import('./retention.ts')));

  addSandboxCommands(program, runs);

  return program;
}
