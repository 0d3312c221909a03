// `npm test`: the tests that need only npm packages, except the long ones. Arguments are passed to vitest: a folder or a file, also one
// that `npm test` leaves out, or -t "a title".
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, root, runBin } from './prepare.mjs';

ensureInstalled();
ensureBuilt();
const given = process.argv.slice(2);
const leftOut = ['**/*.long.test.ts', 'test/apt/**', 'test/packed/**'];
const namesPath = given.some((argument) => argument.includes('test') && existsSync(join(root, argument)));
const excluded = namesPath ? [] : leftOut.flatMap((path) => ['--exclude', path]);
const env = given.length === 0 ? { ...process.env, TIEOUT_WORK: 'bounded' } : process.env;
runBin('vitest/vitest.mjs', ['run', ...excluded, ...given], { env });
