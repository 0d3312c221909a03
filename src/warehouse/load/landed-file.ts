import type { AnswerFailure, RemovedContent } from '../../domain/receipt.ts';
import type { TieoutError } from '../../domain/tieout-error.ts';
import type { OpenedFile } from '../../formats/opened-file.ts';

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
  removed?: RemovedContent | undefined;
};

export type LoadOutcome = {
  receipt_id: number;
  status: 'loaded' | 'repeated' | 'refused' | 'noted';
  rows: number;
  rejected: number;
  message?: string;
  /** The line of the reason of a refusal. */
  line?: number;
  /** A table that could be opened, even if it was refused later: its header, claims and notes. */
  opened?: OpenedFile | undefined;
  /** Why the file was refused. */
  error?: TieoutError;
};
