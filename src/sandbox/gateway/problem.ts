import type { FastifyReply } from 'fastify';
import type { z } from 'zod';

/** payment-gateway.md › Errors: keyed by field or `__all__`. */
export function problem(
  field: string,
  message: string,
  code: string,
): Record<string, { message: string; code: string }> {
  return { [field]: { message, code } };
}

/** A validation error, the first of each field. */
export function sendProblem(reply: FastifyReply, status: number, error: z.ZodError): FastifyReply {
  const problems = error.issues.map(({ path, message }) => problem(path.join('.') || '__all__', message, 'invalid'));
  return reply.code(status).send(Object.assign({}, ...problems.reverse()));
}
