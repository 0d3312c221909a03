import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { promisify } from 'node:util';

/** Copies the file of its first argument to the second, sharing its blocks where the file system can. */
const copyProgram = `const { constants, copyFileSync } = require('node:fs');
copyFileSync(process.argv[1], process.argv[2], constants.COPYFILE_FICLONE);`;

const call = promisify(execFile);

/** The program of the operating system, which shares blocks too where it can be told to. */
const systemCopy: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  linux: ['/bin/cp', '--reflink=auto', '--'],
  darwin: ['/bin/cp', '-c'],
};

/**
 * Copies a database file that a process may have open, in a process of its own. A process that closes any descriptor of a file
 * loses all its locks on it (POSIX), so a copy made here would open the file for a second writer. The program of the operating
 * system takes half the time of a second Node process. Node copies where that program is missing or fails; its error has the cause.
 */
export async function copyLive(from: string, to: string): Promise<void> {
  const [program, ...options] = systemCopy[process.platform] ?? [];
  const isCopied =
    program !== undefined &&
    (await call(program, [...options, from, to], { env: {} }).then(
      () => true,
      () => false,
    ));
  if (isCopied) return;
  // a part of a copy may be as unwritable as its source
  await rm(to, { force: true });
  await call(process.execPath, ['-e', copyProgram, from, to], { env: {} });
}
