import type { CommandContext } from './context.ts';
import type { StopSignal } from './surroundings.ts';

/** Resolves at the first signal. A second signal ends the process immediately, which is safe at any point of a run. */
export function firstSignal(context: CommandContext, message: string): Promise<void> {
  return new Promise((resolve) => {
    let isAsked = false;
    const ask = (signal: StopSignal) => {
      if (isAsked) return context.end(signal === 'SIGINT' ? 130 : 143);
      isAsked = true;
      context.log.info(message, { signal });
      resolve();
    };
    for (const signal of ['SIGINT', 'SIGTERM'] as const) context.onSignal(signal, () => ask(signal));
  });
}
