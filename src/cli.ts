#!/usr/bin/env node
import { openCommandLine } from './commands/command-line.ts';
import { processEnvironment } from './config/environment.ts';
import { TieoutError } from './domain/tieout-error.ts';

const [, script = 'tieout', ...args] = process.argv;

/** The folder from which files are named; undefined where it was removed. */
function workingFolder(): string | undefined {
  try {
    return process.cwd();
  } catch {
    return undefined;
  }
}

const cwd = workingFolder();
const commandLine = openCommandLine({
  env: processEnvironment(),
  cwd: cwd ?? '/',
  stdin: () => process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  script,
  onSignal: (signal, asked) => {
    process.on(signal, asked);
    return () => void process.off(signal, asked);
  },
  end: (status) => process.exit(status),
});

// a reader that stops early (`tieout sql … | head`) is not a failure
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

// also a rejected promise that nothing awaits
process.on('uncaughtException', (error) => {
  void commandLine.fail(error).then((status) => process.exit(status));
});

const folderGone = new TieoutError({
  code: 'WORKING_FOLDER_GONE',
  message: 'The folder in which the command was called has been removed.',
  remedy: 'Change to another folder, or to the same one made again, and repeat the command.',
  exitStatus: 2,
});

process.exitCode = cwd === undefined ? await commandLine.fail(folderGone) : await commandLine.run(args);
