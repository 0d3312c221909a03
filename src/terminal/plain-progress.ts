import type { Progress } from '../domain/progress.ts';
import { redactSecrets } from '../domain/secrets.ts';
import { elapsedText } from './elapsed.ts';
import type { Log } from './log.ts';
import { visibleLine } from './visible-text.ts';

export type PlainProgress = Progress & {
  log: Log;
  /** One line for work with many steps; only slow steps are shown. */
  stage<T>(title: string, work: () => Promise<T>, result?: (value: T) => string): Promise<T>;
};

/** The duration from which a step inside a stage gets its own line. */
const slowMs = 10_000;

/**
 * Progress off a terminal (a log file, a cron mail): one readable line for each completed stage, and for each step outside a stage.
 * `stamp` begins each line of a service.
 */
export function plainProgress(
  write: (text: string) => void,
  stamp: () => string = () => '',
  now: () => number = () => performance.now(),
): PlainProgress {
  let stages = 0;
  const line = (text: string) => write(`${stamp()}${visibleLine(redactSecrets(text))}\n`);
  const done = (title: string, result: string, began: number) =>
    line(`${title}${result === '' ? '' : `: ${result}`} (${elapsedText(now() - began)})`);
  return {
    step: (title) => {
      const began = now();
      let count = 0;
      return {
        note: () => {},
        advance: () => {
          count += 1;
        },
        done: (text) => {
          if (stages > 0 && now() - began < slowMs) return;
          done(title, text ?? (count === 0 ? '' : count.toLocaleString('en')), began);
        },
      };
    },
    stage: async (title, work, result = () => '') => {
      const began = now();
      stages += 1;
      try {
        const value = await work();
        done(title, result(value), began);
        return value;
      } catch (error) {
        done(title, 'failed', began);
        throw error;
      } finally {
        stages -= 1;
      }
    },
    log: {
      info: line,
      warn: (message) => line(`warning: ${message}`),
      error: (message) => line(`error: ${message}`),
    },
  };
}
