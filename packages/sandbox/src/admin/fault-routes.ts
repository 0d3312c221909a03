import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { type Faults, faultRule } from '../faults/fault.ts';

/** GET /faults; POST /faults with a fault or a list of faults (a script); DELETE /faults or /faults/{id}. */
export function faultRoutes(app: FastifyInstance, faults: Faults): void {
  app.get('/faults', () => faults.list());
  app.post('/faults', async (request, reply) => {
    const orders: unknown[] = Array.isArray(request.body) ? request.body : [request.body];
    // every fault is checked first, so that an invalid fault rejects the whole script
    const understood = z.array(faultRule).parse(orders);
    return reply.code(201).send(understood.map((order) => faults.order(order)));
  });
  app.delete('/faults', async (_request, reply) => {
    faults.cancel();
    return reply.code(204).send();
  });
  app.delete('/faults/:id', async (request, reply) => {
    faults.cancel(z.object({ id: z.coerce.number() }).parse(request.params).id);
    return reply.code(204).send();
  });
}
