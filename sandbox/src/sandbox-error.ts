export type SandboxErrorDetails = {
  /** Stable, upper snake case. */
  code: string;
  /** What happened, one sentence. */
  message: string;
  /** What to do next. */
  remedy: string;
  /** The file that it is about. */
  file?: string;
  cause?: unknown;
};

/** An error that whoever starts the sandbox can correct: a wrong option, or a file that cannot be used. */
export class SandboxError extends Error {
  readonly code: string;
  readonly remedy: string;
  readonly file: string | undefined;

  constructor(details: SandboxErrorDetails) {
    super(details.message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'SandboxError';
    this.code = details.code;
    this.remedy = details.remedy;
    this.file = details.file;
  }
}
