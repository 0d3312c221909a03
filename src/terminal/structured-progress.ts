import type { Progress } from '../domain/progress.ts';
import type { Log } from './log.ts';

/** Steps as log lines: one when a step begins, one when it ends, with count and duration. */
export function structuredProgress(log: Log, now: () => number = () => performance.now()): Progress {
  return {
    step: (title, total) => {
      const began = now();
      let count = 0;
      log.info('step started', { step: title, ...(total === undefined ? {} : { total }) });
      return {
        note: (text) => log.info('step update', { step: title, note: text }),
        advance: () => {
          count += 1;
        },
        done: (text) =>
          log.info('step finished', {
            step: title,
            ...(count === 0 ? {} : { count }),
            ...(text === undefined ? {} : { result: text }),
            elapsed_ms: Math.round(now() - began),
          }),
      };
    },
  };
}
