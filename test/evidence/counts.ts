import { isWhole } from '../given/share.ts';

/** How many bytes are altered and how many commands are killed: more with `npm run test:whole` than with `npm run test:long`. */
export const alterationCount = isWhole ? 36 : 20;
export const killCount = isWhole ? 18 : 4;

/** How many files of each kind are removed, emptied, cut or replaced by a folder. */
export const lostFileCount = isWhole ? 2 : 1;
