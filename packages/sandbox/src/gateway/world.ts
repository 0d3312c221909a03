import type { ServerTime } from '../server-time.ts';
import type { Book } from './book.ts';
import type { StatementLayout, WriteWorkbook } from './statement-file.ts';

/** Choices where the specification leaves something open. */
export type GatewayChoices = {
  /** Time from the request to success; half of it pending, half processing. */
  statementReadyMs: number;
  /** How long a download link works. */
  downloadLinkMs: number;
  /** Which columns a statement has. */
  statementLayout: StatementLayout;
  /** Summary rows above the header. */
  hasPreamble: boolean;
  /**
   * Which of two time bounds is inclusive. The specification does not say: the lower one by the operator's reference,
   * the upper one by the words older and younger.
   */
  timeBounds: 'lower_in' | 'upper_in';
  /** The time of `Date` headers: the sandbox's clock, which can be moved, or the machine's. */
  serverTime: ServerTime;
};

export const DEFAULT_GATEWAY_CHOICES: GatewayChoices = {
  statementReadyMs: 300,
  downloadLinkMs: 15 * 60_000,
  statementLayout: 'standard',
  hasPreamble: true,
  timeBounds: 'lower_in',
  serverTime: 'sandbox_clock',
};

/** The gateway's data and its environment. */
export type GatewayWorld = {
  book: Book;
  choices: GatewayChoices;
  /** Writes XLSX statements; exceljs by default. */
  writeWorkbook: WriteWorkbook | undefined;
  secretKey: string;
  /** Test mode moves no real money; live mode simulates that it does. */
  isTest: boolean;
  companyId: string;
  /** The one brand of all payments. */
  brandId: string;
  now: () => number;
  uuid: () => string;
  origin: () => string;
};
