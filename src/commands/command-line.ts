import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { npmCommand } from '../config/environment.ts';
import { newSecretScope } from '../domain/secrets.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import { packageRoot } from '../package-root.ts';
import { commandName } from './command-name.ts';
import type { RunningContext } from './context.ts';
import { buildProgram, usageError } from './program.ts';
import type { Surroundings } from './surroundings.ts';

/** One command line. */
type CommandLine = {
  /** Runs the command in the arguments, and returns its exit status. */
  run(args: readonly string[]): Promise<number>;
  /** Reports an unhandled error, and returns the exit status. */
  fail(error: unknown): Promise<number>;
};

/** Reports an error and returns the exit status. */
async function report(error: unknown, running: RunningContext | undefined, { stderr }: Surroundings, name: string) {
  const { reportError } = await import('./report-error.ts');
  const { isJson = false, command = name } = running ?? {};
  const known = error instanceof TieoutError ? error : await unexpected(error, running);
  reportError(known, { stderr, isJson, command });
  return known.exitStatus;
}

async function unexpected(error: unknown, running: RunningContext | undefined): Promise<TieoutError> {
  const { keepCrash } = await import('./crash.ts');
  return keepCrash(error, running?.logPath());
}

/** Opens a command line for one call of `run`. */
export function openCommandLine(surroundings: Surroundings): CommandLine {
  const { env, cwd, script = 'tieout' } = surroundings;
  const name = commandName({ script, cwd, npm: npmCommand(env) });
  const secrets = newSecretScope();
  let running: RunningContext | undefined;
  const work = async (args: readonly string[]) => {
    const { version } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as { version: string };
    let status = 0;
    const program = buildProgram(version, { ...surroundings, name }, async (options, command) => {
      const { openContext } = await import('./context.ts');
      running = await openContext(options, surroundings, name);
      status = await command(running);
      running.close(false);
    });
    try {
      await program.parseAsync(args, { from: 'user' });
      return status;
    } catch (error) {
      running?.close(true);
      // commander has already written its message; --help and --version are not errors
      if (usageError(error)) return error.exitCode === 0 ? 0 : 2;
      return await report(error, running, surroundings, name);
    }
  };
  return {
    run: (args) => secrets(() => work(args)),
    fail: (error) => {
      running?.close(true);
      return secrets(() => report(error, running, surroundings, name));
    },
  };
}

/** Runs a command line, and returns its exit status. It neither reads nor changes anything of the process outside its surroundings. */
export function run(args: readonly string[], surroundings: Surroundings): Promise<number> {
  return openCommandLine(surroundings).run(args);
}
