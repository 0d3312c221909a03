import type { ReadingTerms } from '../../domain/reading.ts';
import type { LoadPlan, ReceivedFile } from '../../domain/receipt-kind.ts';

/** How one receipt is loaded: the plan of its kind, and the additions of the company's configuration and landing zone. */
export type LoadInstructions = {
  plan: LoadPlan;
  /** The folder below sql/ that holds the plan's steps. */
  sqlFolder: string;
  /** The terms of the configuration by which the file is read. */
  reading: ReadingTerms;
  /** The company's receipts of another kind that arrived before this receipt. */
  earlier(kind: string): readonly ReceivedFile[];
  /** SQL that sums the accepted lines of a file, where a person can import it: see `BroughtKind.import`. */
  figures?: string | undefined;
  /**
   * A kind whose receipts make a repetition worth loading: a receipt with the content of the last one is loaded again if a receipt of
   * this kind arrived in between.
   */
  dependsOn?: string | undefined;
};
