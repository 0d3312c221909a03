import { fileURLToPath } from 'node:url';

/** The folder of the code that runs: src/ in tests, dist/ in the command, build/ in scripts. */
export const codeFolder = fileURLToPath(new URL('.', import.meta.url));

/** The folder above it, which holds package.json, sql/, reports/ and banks/. */
export const packageRoot = fileURLToPath(new URL('..', import.meta.url));
