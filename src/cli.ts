#!/usr/bin/env node
import { openCommandLine } from './commands/command-line.ts';
import { processEnvironment } from './config/environment.ts';

const [, script = 'tieout', ...args] = process.argv;

const commandLine = openCommandLine({
  env: processEnvironment(),
  cwd: process.cwd(),
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

process.exitCode = await commandLine.run(args);
