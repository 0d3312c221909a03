import { redactSecrets } from '../domain/secrets.ts';
import { visibleLine, visibleText } from './visible-text.ts';

/** Messages about a run. Fields must not contain secrets; a secret that gets in by mistake is redacted. */
export type Log = {
  info(message: string, fields?: Record<string, unknown>): void;
  warn(message: string, fields?: Record<string, unknown>): void;
  error(message: string, fields?: Record<string, unknown>): void;
};

/** Errors alone, one a line (--quiet); `stamp` begins each line of a service. */
export function errorLog(write: (text: string) => void, stamp: () => string = () => ''): Log {
  const error = (message: string) => write(`${stamp()}error: ${visibleLine(redactSecrets(message))}\n`);
  return { info: () => {}, warn: () => {}, error };
}

/** One JSON object a line, for machines (--json). */
export async function structuredLog(target: { write(text: string): unknown }, level: 'info' | 'error'): Promise<Log> {
  const { pino, stdTimeFunctions } = await import('pino');
  const logger = pino(
    {
      level,
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: {
        paths: [
          'secret',
          'password',
          'authorization',
          'headers',
          '*.secret',
          '*.password',
          '*.authorization',
          '*.headers',
        ],
        censor: '[secret]',
      },
    },
    { write: (line: string) => void target.write(visibleText(redactSecrets(line))) },
  );
  return {
    info: (message, fields = {}) => logger.info(fields, message),
    warn: (message, fields = {}) => logger.warn(fields, message),
    error: (message, fields = {}) => logger.error(fields, message),
  };
}
