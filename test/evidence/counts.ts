import { isWhole } from '../given/share.ts';

/** How many bytes are altered and commands are killed: more with `npm run test:whole` than with `npm run test:long`. */
export const alterationCount = isWhole ? 36 : 20;
export const killCount = isWhole ? 36 : 4;

/** How many files of each kind are removed, emptied, cut or replaced by a folder. */
export const lostFileCount = isWhole ? 2 : 1;

/** The kinds of received files that are altered before a rebuild. */
export const rebuiltKinds = isWhole
  ? ['statement', 'turnover', 'balance', 'orders', 'send_limits', 'send_instructions']
  : ['statement'];

export const publicationCount = isWhole ? 6 : 3;
export const readerCount = isWhole ? 8 : 3;
