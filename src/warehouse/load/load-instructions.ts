import type { ReadingTerms } from '../../domain/reading.ts';
import type { LoadPlan, ReceivedFile } from '../../domain/receipt-kind.ts';

/** How one receipt is loaded: the plan of its kind, and what the company's configuration and landing add to it. */
export type LoadInstructions = {
  plan: LoadPlan;
  /** The folder below sql/ that holds the plan's steps. */
  sqlFolder: string;
  /** How the file is read by the configuration. */
  reading: ReadingTerms;
  /** The company's receipts of another kind that arrived before this one. */
  earlier(kind: string): readonly ReceivedFile[];
  /** SQL that sums the accepted lines of a file, where a person can import it: see `BroughtKind.import`. */
  figures?: string | undefined;
  /** A receipt with the content of the last one is still loaded when a receipt of this kind arrived in between. */
  dependsOn?: string | undefined;
};
