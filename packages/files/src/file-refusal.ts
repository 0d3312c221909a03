/** Where in a file: its name for people, the page of a document with pages, and the line, both 1-based. */
export type RefusalPlace = { file?: string; line?: number; page?: number };

/** Terms with which a file could be read; a person confirms them. */
export type Suggestion = Readonly<{ encoding?: string; aliases?: Readonly<Record<string, readonly string[]>> }>;

export type RefusalDetails = {
  /** Stable, upper snake case, so that programs may test it. */
  code: string;
  /** What happened, one sentence, for a person. */
  message: string;
  /** What to do next. */
  remedy: string;
  place?: RefusalPlace;
  suggestion?: Suggestion;
  cause?: unknown;
};

/** Why nothing of a file is read: a stable code, the place, and what to do next. */
export class FileRefusal extends Error {
  override readonly name = 'FileRefusal';
  readonly code: string;
  readonly remedy: string;
  readonly place: RefusalPlace;
  readonly suggestion: Suggestion;

  constructor({ code, message, remedy, place = {}, suggestion = {}, cause }: RefusalDetails) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.remedy = remedy;
    this.place = place;
    this.suggestion = suggestion;
  }
}

const exportAgain = 'Export or download the file again; nothing of it was loaded.';

/** The refusal of a file at a line. `remedy` is by default to export it again. */
export function refused(
  fileName: string,
  code: string,
  message: string,
  { remedy = exportAgain, line, cause }: { remedy?: string; line?: number | undefined; cause?: unknown } = {},
): FileRefusal {
  const place = { file: fileName, ...(line === undefined ? {} : { line }) };
  return new FileRefusal({ code, message, remedy, place, cause });
}
