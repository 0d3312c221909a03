import type { FastifyInstance } from 'fastify';

export type StateKeeper = {
  /** Something changed that the next start needs. */
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
 * Writes the state before a change is answered: what a caller saw succeed is there after a kill. Reading through the API
 * changes nothing but what `changed` is called for; a page outside of it may (an approval, a checkout that was viewed).
 */
export function keepBeforeAnswering(app: FastifyInstance, keeper: StateKeeper, isOnlyRead: (path: string) => boolean) {
  app.addHook('onSend', async (request, _reply, payload) => {
    if (!(request.method === 'GET' && isOnlyRead(request.url))) keeper.changed();
    keeper.keep();
    return payload;
  });
}
