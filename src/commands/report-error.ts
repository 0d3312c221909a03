import { redactSecrets } from '../domain/secrets.ts';
import { describeError, TieoutError } from '../domain/tieout-error.ts';
import { jsonText, visibleLine, visibleText } from '../terminal/visible-text.ts';
import { withCommandName } from './command-name.ts';
import type { OutputStream } from './surroundings.ts';

/** The error without line breaks in its file name, which could imitate a line of the message. */
function withPlainPlace(error: TieoutError): TieoutError {
  const { code, message, remedy, exitStatus, place } = error;
  const { file, page, line, url, key } = place;
  return new TieoutError({
    code,
    message,
    remedy,
    exitStatus,
    place: {
      ...(file === undefined ? {} : { file: visibleLine(file) }),
      ...(page === undefined ? {} : { page }),
      ...(line === undefined ? {} : { line }),
      ...(url === undefined ? {} : { url: visibleLine(url) }),
      ...(key === undefined ? {} : { key: visibleLine(key) }),
    },
  });
}

export type Reporting = {
  stderr: OutputStream;
  isJson: boolean;
  /** The command as the user called it. */
  command: string;
  company?: string | undefined;
};

/**
 * Writes an error to standard error: as text, whose hints use the command as the user called it, or as one JSON line; with the company,
 * where the command continues with others. The stack trace goes to the log.
 */
export function reportError(error: TieoutError, { stderr, isJson, command, company }: Reporting): void {
  const { code, message, remedy, place } = error;
  const whose = company === undefined ? '' : `${company}: `;
  const text = isJson
    ? jsonText({ level: 'error', company, code, msg: message, remedy, place })
    : visibleText(withCommandName(`${whose}${describeError(withPlainPlace(error))}`, command));
  stderr.write(`${redactSecrets(text)}\n`);
}
