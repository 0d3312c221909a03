import { createHash } from 'node:crypto';
import type { OpenedFile } from 'tieout-files';
import { canonicalJson } from '../../domain/canonical-json.ts';
import type { ReadingTerms } from '../../domain/reading.ts';
import type { AnswerFailure, UnreadReason } from '../../domain/receipt.ts';
import type { LoadPlan, ReceivedFile } from '../../domain/receipt-kind.ts';
import type { SecretOf } from '../../domain/secrets.ts';
import type { TieoutError } from '../../domain/tieout-error.ts';
import { programVersion } from '../../program-version.ts';

/** How one receipt is loaded: the plan of its kind, and the additions of the company's configuration and landing zone. */
export type LoadInstructions = {
  plan: LoadPlan;
  /** The folder below sql/ that holds the plan's steps. */
  sqlFolder: string;
  /** The terms of the configuration for reading the file. */
  reading: ReadingTerms;
  /** The company's receipts of another kind that arrived before this receipt. */
  earlier(kind: string): readonly ReceivedFile[];
  /** Reads the password of an encrypted file; absent where no configuration names one. */
  secretOf?: SecretOf | undefined;
  /** SQL that sums the accepted lines of a file, where a person can import it: see `BroughtKind.import`. */
  figures?: string | undefined;
  /**
   * A kind whose receipts make a repetition worth loading: a receipt with the content of the last one is loaded again if a receipt of
   * this kind arrived in between.
   */
  dependsOn?: string | undefined;
  /** Whether the file is only read: its lines are typed, examined and counted, and not kept. */
  isOnlyRead?: boolean;
  /** The currency of lines that name none, where the file states none either. */
  assumedCurrency?: string | undefined;
};

/** A hash of the terms for reading a file. A file that was refused under other terms may be accepted now. */
export function readWith(reading: ReadingTerms): string {
  const terms = canonicalJson({ version: programVersion, reading });
  return createHash('sha256').update(terms).digest('hex').slice(0, 16);
}

/** A receipt of the landing zone as the warehouse needs it: its facts, and the location of its bytes. */
export type LandedFile = {
  receipt_id: number;
  source: string;
  kind: string;
  company: string;
  batch_id: string | null;
  page: number | null;
  is_last_page: boolean | null;
  request_path: string | null;
  request_query: string | null;
  currency: string | null;
  /** ISO 8601 instants, half-open. */
  window_from: string | null;
  window_to: string | null;
  received_at: string;
  bytes: number;
  sha256: string;
  ext: string;
  file_name: string;
  /** The zone in which times without an offset are read, and whose midnight ends the business day. */
  zone: string;
  path: string;
  /** Why the answer of a service failed; its bytes are not loaded. */
  failure?: AnswerFailure | undefined;
  /** Why the file was refused, where its content is no longer kept. */
  removed?: UnreadReason | undefined;
  /** Why a person withdrew the file. */
  withdrawn?: UnreadReason | undefined;
};

export type LoadOutcome = {
  receipt_id: number;
  status: 'loaded' | 'repeated' | 'refused' | 'noted' | 'withdrawn';
  rows: number;
  rejected: number;
  /** Of a trial that was not refused: the rejected rows that should have been records. */
  lacking?: number;
  message?: string;
  /** The line of the reason of a refusal. */
  line?: number;
  /** A table that could be opened, even if it was refused later: its header, claims and notes. */
  opened?: OpenedFile | undefined;
  /** The terms with which it was read, those of a preset included. */
  reading?: ReadingTerms | undefined;
  /** Why the file was refused. */
  error?: TieoutError;
};
