import { Command, CommanderError } from 'commander';
import { defaultConfigPath } from '../config/environment.ts';
import type { CommandContext, ExitStatus, GlobalOptions } from './context.ts';

/** Runs one command's work and remembers the exit status that it gives. */
export type Perform = (options: GlobalOptions, work: (context: CommandContext) => Promise<ExitStatus>) => Promise<void>;

export const usageError = (error: unknown): error is CommanderError => error instanceof CommanderError;

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

  return program;
}
