import { isWhole } from '../given/share.ts';

/** How many altered bytes and killed commands are tried: all with `npm run evidence`, and a share of them in `npm run test:long`. */
export const alterationCount = isWhole ? 520 : 20;

/** How many files of each kind are removed, emptied, cut or replaced by a folder. */
export const lostFileCount = isWhole ? 25 : 1;

/** How many bytes of the warehouse are altered, each before a command that uses it. */
export const warehouseCount = 24;

/** The kinds of received files that are altered before a rebuild. */
export const rebuiltKinds = isWhole
  ? ['statement', 'turnover', 'balance', 'orders', 'send_limits', 'send_instructions']
  : ['statement'];

export const killCount = isWhole ? 204 : 4;

export const readingMs = 600_000;

export const readerCount = 8;
