#!/usr/bin/env node
import { setFlagsFromString } from 'node:v8';
import { openCommandLine } from './commands/command-line.ts';
import { processEnvironment } from './config/environment.ts';
import { TieoutError } from './domain/tieout-error.ts';

/*
 * A command lives for seconds, and most of its functions run a few times: V8 optimises only what runs often, and leaves the WebAssembly
 * of the HTTP client as it was first compiled. That saves a small day a twelfth of its processor time; a large file is read as fast.
 */
const flags = ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering'];
// later versions of V8 count calls instead, and know no such budget
if (process.versions.v8.startsWith('11.')) flags.push('--interrupt-budget=1000000');
flags.forEach(setFlagsFromString);

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
// nor is one that no longer reads the messages: a service goes on without them
process.stderr.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

// also a rejected promise that nothing awaits
process.on('uncaughtException', (error) => {
  void commandLine.fail(error).then((status) => process.exit(status));
});

const folderGone = new TieoutError({
  code: 'WORKING_FOLDER_GONE',
  message: 'The folder in which the command was called has been removed.',
  remedy: 'Change to a folder that exists, and repeat the command.',
  exitStatus: 2,
});

process.exitCode = cwd === undefined ? await commandLine.fail(folderGone) : await commandLine.run(args);
