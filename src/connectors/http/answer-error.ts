import { type ErrorDetails, TieoutError } from '../../domain/tieout-error.ts';

/** An answer that came and cannot be used, with its bytes as received. */
export class AnswerError extends TieoutError {
  readonly body: Buffer;

  constructor(details: ErrorDetails, body: Buffer) {
    super(details);
    this.body = body;
  }
}
