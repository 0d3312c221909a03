#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunningContext } from './commands/context.ts';
import { buildProgram, usageError } from './commands/program.ts';
import { TieoutError } from './domain/tieout-error.ts';
import { packageRoot } from './package-root.ts';

let running: RunningContext | undefined;

/** Reports an error and gives the exit status. */
async function report(error: unknown): Promise<number> {
  const { reportError } = await import('./commands/report-error.ts');
  const isJson = running?.isJson === true;
  if (error instanceof TieoutError) {
    reportError(error, isJson, running?.command);
    return error.exitStatus;
  }
  const { keepCrash } = await import('./commands/crash.ts');
  const unexpected = await keepCrash(error, running?.logPath());
  reportError(unexpected, isJson, running?.command);
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
    // commander has written its message already; --help and --version are not errors
    if (usageError(error)) return error.exitCode === 0 ? 0 : 2;
    return await report(error);
  }
}

// a reader that stops early (`tieout sql … | head`) is not a failure
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

// also a rejected promise that nothing awaits
process.on('uncaughtException', (error) => {
  running?.close(true);
  void report(error).then((status) => process.exit(status));
});

process.exitCode = await main();
