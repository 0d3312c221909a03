#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunningContext } from './commands/context.ts';
import { buildProgram, usageError } from './commands/program.ts';
import { describeError, TieoutError } from './domain/tieout-error.ts';
import { packageRoot } from './package-root.ts';

let running: RunningContext | undefined;

/** What a person reads of an error, and the exit status: no stack trace, that goes to the log. */
async function tell(error: unknown): Promise<number> {
  const isJson = running?.isJson === true;
  const say = async (text: string, fields: object) => {
    const { redactSecrets } = await import('./config/secret.ts');
    process.stderr.write(redactSecrets(`${isJson ? JSON.stringify({ level: 'error', ...fields }) : text}\n`));
  };
  if (error instanceof TieoutError) {
    const { code, message, remedy, place, exitStatus } = error;
    await say(describeError(error), { code, msg: message, remedy, place });
    return exitStatus;
  }
  const { keepCrash } = await import('./commands/crash.ts');
  const unexpected = await keepCrash(error, running?.logPath());
  await say(describeError(unexpected), { code: unexpected.code, msg: unexpected.message, remedy: unexpected.remedy });
  return unexpected.exitStatus;
}

async function main(): Promise<number> {
  const { version } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as { version: string };
  let status = 0;
  const program = buildProgram(version, async (options, work) => {
    const { openContext } = await import('./commands/context.ts');
    running = await openContext(options);
    status = await work(running);
    running.close(false);
  });
  try {
    await program.parseAsync();
    return status;
  } catch (error) {
    running?.close(true);
    // commander has written its message already; help and version that were asked for are no error
    if (usageError(error)) return error.exitCode === 0 ? 0 : 2;
    return await tell(error);
  }
}

// a reader that has seen enough (`tieout sql … | head`) is no failure
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

// also of a promise that nobody waited for
process.on('uncaughtException', (error) => {
  running?.close(true);
  void tell(error).then((status) => process.exit(status));
});

process.exitCode = await main();
