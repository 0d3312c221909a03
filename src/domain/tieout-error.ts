import type { FileRefusal, Suggestion } from 'tieout-files';
import { redactSecrets } from './secrets.ts';

export type ErrorPlace = {
  /** A file's path or name, as the user gave it. */
  file?: string;
  /** 1-based; of a document with pages, the line on its page. */
  line?: number;
  /** The page of a document, 1-based. */
  page?: number;
  /** A URL without secrets. */
  url?: string;
  /** A configuration key, a column, a field. */
  key?: string;
};

/**
 * What a fault stops: one input; each input of its service; or all work for the company, where the machine is at fault or a service answers
 * for another company.
 */
export type FaultScope = 'input' | 'service' | 'company';

export type ErrorDetails = {
  /** Stable, upper snake case, so that scripts may test it. */
  code: string;
  /** What happened, one sentence, for a person. */
  message: string;
  /** What to do next. */
  remedy: string;
  place?: ErrorPlace;
  /** Configuration with which a file would be readable; a person confirms it. */
  suggestion?: Suggestion;
  /** The process's exit status: 1 the run failed, 2 wrong usage, 4 an input is missing or not understood. */
  exitStatus?: 1 | 2 | 4;
  /** By default one input. */
  scope?: FaultScope;
  cause?: unknown;
};

/**
 * The base of every error for users: a stable code, the place, and what to do next. A secret of this process is redacted here, before
 * the error is written anywhere, because a service may repeat a key in its answer.
 */
export class TieoutError extends Error {
  readonly code: string;
  readonly remedy: string;
  readonly place: ErrorPlace;
  readonly suggestion: Suggestion;
  readonly exitStatus: 1 | 2 | 4;
  readonly scope: FaultScope;

  constructor(details: ErrorDetails) {
    super(redactSecrets(details.message), details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'TieoutError';
    this.code = details.code;
    this.remedy = redactSecrets(details.remedy);
    const { url } = details.place ?? {};
    this.place = { ...details.place, ...(url === undefined ? {} : { url: redactSecrets(url) }) };
    this.suggestion = details.suggestion ?? {};
    this.exitStatus = details.exitStatus ?? 1;
    this.scope = details.scope ?? 'input';
  }
}

/** The refusal of a file by its reader, as an error for users. */
export function refusedFile(refusal: FileRefusal): TieoutError {
  const { code, message, remedy, place, suggestion } = refusal;
  return new TieoutError({ code, message, remedy, place, suggestion, exitStatus: 4, cause: refusal });
}

/** A file with the line in it, such as `bank.csv:14` or `bank.pdf, page 2, line 14`. */
function fileText({ file, page, line }: ErrorPlace): string | undefined {
  if (file === undefined || line === undefined) return file;
  return page === undefined ? `${file}:${line}` : `${file}, page ${page}, line ${line}`;
}

/** The text for the terminal: what happened, where, and what to do next; no stack trace. */
export function describeError(error: TieoutError): string {
  const { url, key } = error.place;
  const where = [fileText(error.place), url, key].filter((part) => part !== undefined).join(', ');
  return [
    `error ${error.code}: ${error.message}`,
    ...(where ? [`  where: ${where}`] : []),
    `  next:  ${error.remedy}`,
  ].join('\n');
}

/** For `catch`: undefined in place of an error for people; any other error is thrown again. */
export function ignoreIfKnown(error: unknown): undefined {
  if (!(error instanceof TieoutError)) throw error;
  return undefined;
}
