import type { Command } from 'commander';
import type { GlobalOptions } from './context.ts';
import type { ForgetOptions } from './forget.ts';
import { collected, type Perform } from './perform.ts';
import type { RebuildOptions } from './rebuild.ts';
import type { RetentionOptions } from './retention.ts';
import type { VerifyOptions } from './verify.ts';

/** Adds the commands that verify the kept data, rebuild the warehouse from it, and forget personal data in it. */
export function addEvidenceCommands(program: Command, globals: () => GlobalOptions, perform: Perform): void {
  program
    .command('rebuild')
    .description('rebuild the warehouse from the received files')
    .option('--company <name>', 'one company only')
    .option('--compare', 'rebuild beside the warehouse, compare with the published data, and replace nothing')
    .option('--estimate', 'show what a rebuild would repeat and how long it would take, and build nothing')
    .action((options: RebuildOptions) =>
      perform(globals(), async (context) => (await import('./rebuild.ts')).runRebuildCommand(options, context)),
    );

  const verify = program
    .command('verify')
    .description('verify that kept data is unchanged since it was received and published')
    .option('--company <name>', 'one company only')
    .option('--quick', 'check the hashes of the index and the sizes of files, without reading the files')
    .action((options: VerifyOptions) =>
      perform(globals(), async (context) => (await import('./verify.ts')).runVerifyCommand(options, context)),
    );

  verify
    .command('close')
    .description('verify the packs of a closed month from their folders alone')
    .argument('<month or folder>', 'for example 2026-10, last-month, or the folder of a pack')
    .action((place: string, _: object, command: Command) =>
      perform(globals(), async (context) =>
        // --company is an option of verify
        (await import('./verify-close.ts')).runVerifyCloseCommand(
          place,
          command.optsWithGlobals<VerifyOptions>(),
          context,
        ),
      ),
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
}
