import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { noteReason } from '../request-log.ts';

export type Problem = Record<string, { message: string; code: string }>;

/** payment-gateway.md › Errors: the key is the field, or `__all__`. */
export function problem(field: string, message: string, code: string): Problem {
  return { [field]: { message, code } };
}

const problemText = (found: Problem) =>
  Object.entries(found)
    .map(([field, { message }]) => `${field}: ${message}`)
    .join('; ');

function codeOf(issue: z.core.$ZodIssue): string {
  if (issue.input === undefined && (issue.code === 'invalid_type' || issue.code === 'invalid_value')) return 'required';
  if (issue.code === 'invalid_value') return 'invalid_choice';
  const own: unknown = issue.code === 'custom' ? issue.params?.code : undefined;
  if (typeof own === 'string') return own;
  if (issue.code === 'too_big' && issue.origin === 'string') return 'max_length';
  return 'invalid';
}

/** An error in a nested field has the top-level field as its key, and its message names the nested field. */
function problemOf(issue: z.core.$ZodIssue): Problem {
  const [field = '__all__', ...inside] = issue.path.map(String);
  return problem(field, inside.length === 0 ? issue.message : `${inside.join('.')}: ${issue.message}`, codeOf(issue));
}

/** Responds with HTTP 400 and the first problem of each field. Parse with `reportInput`, so that missing fields are recognized. */
export function sendProblem(reply: FastifyReply, error: z.ZodError): FastifyReply {
  const found: Problem = Object.assign({}, ...error.issues.map(problemOf).reverse());
  noteReason(reply.request, problemText(found));
  return reply.code(400).send(found);
}

/** Responds to all other errors in the same shape: unknown paths, bodies that are not JSON, refusals, server errors. */
export function answerProblems(app: FastifyInstance): void {
  app.setNotFoundHandler((_request, reply) => reply.code(404).send(problem('__all__', 'Not found.', 'not_found')));
  app.setErrorHandler<{ statusCode?: number; message: string; problem?: Problem }>((error, request, reply) => {
    if (error instanceof z.ZodError) return sendProblem(reply, error);
    noteReason(request, error.problem === undefined ? error.message : problemText(error.problem));
    if (error.problem !== undefined) return reply.code(error.statusCode ?? 400).send(error.problem);
    const status = error.statusCode ?? 500;
    const isOurs = status >= 500;
    return reply
      .code(status)
      .send(problem('__all__', isOurs ? 'Server error.' : error.message, isOurs ? 'error' : 'parse_error'));
  });
}
