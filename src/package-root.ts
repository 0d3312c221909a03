import { fileURLToPath } from 'node:url';

/** The folder that holds package.json, sql/ and reports/: the same from src/ (tests) and from dist/ (the command). */
export const packageRoot = fileURLToPath(new URL('..', import.meta.url));
