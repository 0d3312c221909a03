import type { FastifyInstance } from 'fastify';

export type StateKeeper = {
  /** Marks the state as changed. */
  changed(): void;
  /** Writes the state if it changed since the last write. */
  keep(): void;
};

export function createStateKeeper(write: () => void): StateKeeper {
  let hasChanged = true;
  return {
    changed: () => {
      hasChanged = true;
    },
    keep: () => {
      if (!hasChanged) return;
      write();
      hasChanged = false;
    },
  };
}

/**
 * Writes a changed state before the response is sent, so that no confirmed change is lost when the process is killed.
 * GET requests of the API count as reads. Pages outside of the API may change the state, such as an approval page.
 */
export function keepBeforeAnswering(app: FastifyInstance, keeper: StateKeeper, isOnlyRead: (path: string) => boolean) {
  app.addHook('onSend', async (request, _reply, payload) => {
    if (!(request.method === 'GET' && isOnlyRead(request.url))) keeper.changed();
    keeper.keep();
    return payload;
  });
}
