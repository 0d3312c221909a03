// `npm run check`: types of what has changed, lint and format, and the subject of the last commit, in seconds.
import { spawnSync } from 'node:child_process';
import { ensureInstalled, root, runBin } from './prepare.mjs';

const mostLetters = 72;

ensureInstalled();
// what has not changed since the last check is not checked again
runBin('typescript/bin/tsc', [
  '-p',
  'tsconfig.json',
  '--incremental',
  '--tsBuildInfoFile',
  `${root}/node_modules/.cache/check.tsbuildinfo`,
]);
runBin('@biomejs/biome/bin/biome', ['check', '--error-on-warnings', '.']);

const { status, stdout } = spawnSync('git', ['log', '-1', '--format=%s'], { cwd: root, encoding: 'utf8' });
const subject = status === 0 ? stdout.trim() : '';
if (subject.length > mostLetters) {
  console.error(
    `The subject of the last commit has ${subject.length} letters, at most ${mostLetters} are legible: ${subject}`,
  );
  process.exitCode = 1;
}
