import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { exampleConfig } from '../config/example.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import type { CommandContext, ExitStatus } from './context.ts';

export type InitOptions = { stdout?: boolean };

/** Writes a commented configuration file, or shows it; an existing file is never overwritten (CONFIG_EXISTS). */
export async function run(context: CommandContext, options: InitOptions): Promise<ExitStatus> {
  if (options.stdout === true) {
    context.out.write(exampleConfig);
    return 0;
  }
  const path = resolve(context.cwd, context.configPath);
  try {
    await mkdir(dirname(path), { recursive: true });
  } catch (cause) {
    throw notWritten(context.configPath, cause);
  }
  try {
    await writeFile(path, exampleConfig, { flag: 'wx', mode: 0o600 });
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'EEXIST')) {
      throw notWritten(context.configPath, cause);
    }
    throw new TieoutError({
      code: 'CONFIG_EXISTS',
      message: 'The configuration file already exists; it was not changed.',
      remedy:
        'Edit it, or name another file with --config; `tieout init --stdout` shows the example without writing it.',
      place: { file: context.configPath },
      exitStatus: 2,
      cause,
    });
  }
  const tieout = context.command;
  context.out.answer({ config: path }, () =>
    [
      `Wrote ${context.configPath}.`,
      '  1. Enter your company, its time zone, currencies and base addresses.',
      '  2. Set the secrets: export TIEOUT_GATEWAY_SECRET_KEY=… TIEOUT_PAYOUT_API_KEY=… TIEOUT_PAYOUT_API_SECRET=…',
      `  3. ${tieout} doctor   checks both services, the keys and the clock`,
      `  4. ${tieout} run      fetches, reconciles and reports yesterday`,
      '',
    ].join('\n'),
  );
  return 0;
}

function notWritten(file: string, cause: unknown): TieoutError {
  return new TieoutError({
    code: 'CONFIG_NOT_WRITTEN',
    message: 'The configuration file cannot be written.',
    remedy: 'Check that this user may write to the folder.',
    place: { file },
    exitStatus: 2,
    cause,
  });
}
