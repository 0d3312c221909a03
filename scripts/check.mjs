// `npm run check`: types, lint and format, in seconds.
import { ensureInstalled, runBin } from './prepare.mjs';

ensureInstalled();
runBin('typescript/bin/tsc', ['-p', 'tsconfig.json']);
runBin('@biomejs/biome/bin/biome', ['check', '--error-on-warnings', '.']);
