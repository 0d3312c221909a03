import { redactSecrets } from '../config/secret.ts';
import { describeError, type TieoutError } from '../domain/tieout-error.ts';
import { jsonText, visibleText } from '../terminal/visible-text.ts';
import { withCommandName } from './command-name.ts';

/** Writes an error to standard error: as text, whose hints name the command, or as one JSON line. The stack trace goes to the log. */
export function reportError(error: TieoutError, isJson: boolean, command?: string): void {
  const { code, message, remedy, place } = error;
  const text = isJson
    ? jsonText({ level: 'error', code, msg: message, remedy, place })
    : visibleText(withCommandName(describeError(error), command));
  process.stderr.write(`${redactSecrets(text)}\n`);
}
