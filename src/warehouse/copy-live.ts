import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Copies the file of its first argument to its second one, sharing its blocks where the file system can. */
const copyProgram = `const { constants, copyFileSync } = require('node:fs');
copyFileSync(process.argv[1], process.argv[2], constants.COPYFILE_FICLONE);`;

/**
 * Copies a database file that a process may have open, in a process of its own. A process that closes any descriptor of a file
 * loses all its locks on it (POSIX), so a copy made here would open the file for a second writer.
 */
export async function copyLive(from: string, to: string): Promise<void> {
  await promisify(execFile)(process.execPath, ['-e', copyProgram, from, to], { env: {} });
}
