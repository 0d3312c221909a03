import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Copies the file of its first argument to the second, sharing its blocks where the file system can. */
const copyProgram = `const { constants, copyFileSync } = require('node:fs');
copyFileSync(process.argv[1], process.argv[2], constants.COPYFILE_FICLONE);`;

const call = promisify(execFile);

/**
 * Copies a database file that a process may have open, in a process of its own. A process that closes any descriptor of a file
 * loses all its locks on it (POSIX), so a copy made here would open the file for a second writer. The program of the operating
 * system costs half of what a second Node does, which copies where that program is missing or fails, and says why.
 */
export async function copyLive(from: string, to: string): Promise<void> {
  const isCopied = await call('/bin/cp', ['--', from, to], { env: {} }).then(
    () => true,
    () => false,
  );
  if (!isCopied) await call(process.execPath, ['-e', copyProgram, from, to], { env: {} });
}
