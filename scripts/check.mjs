// `npm run check`: types, lint and format, and the subject of the last commit, in seconds.
import { spawnSync } from 'node:child_process';
import { ensureInstalled, root, runBin } from './prepare.mjs';

const mostLetters = 72;

ensureInstalled();
runBin('typescript/bin/tsc', ['-p', 'tsconfig.json']);
runBin('@biomejs/biome/bin/biome', ['check', '--error-on-warnings', '.']);

const { status, stdout } = spawnSync('git', ['log', '-1', '--format=%s'], { cwd: root, encoding: 'utf8' });
const subject = status === 0 ? stdout.trim() : '';
if (subject.length > mostLetters) {
  console.error(
    `The subject of the last commit has ${subject.length} letters, at most ${mostLetters} are legible: ${subject}`,
  );
  process.exitCode = 1;
}
