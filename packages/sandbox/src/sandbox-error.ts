export type SandboxErrorDetails = {
  /** A stable code in upper snake case. */
  code: string;
  /** One sentence that says what happened. */
  message: string;
  /** What to do next. */
  remedy: string;
  /** The file that caused the error. */
  file?: string;
  cause?: unknown;
};

/** An error that the user of the sandbox can correct, such as a wrong option or an unusable file. */
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
