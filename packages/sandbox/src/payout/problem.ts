/** An error response: HTTP status and message; the body's `code` is the status and its `data` is empty. */
export type Problem = Error & { statusCode: number; retryAfterSeconds?: number; reason?: string };

export function problem(statusCode: number, message: string, retryAfterSeconds?: number): Problem {
  const details = retryAfterSeconds === undefined ? { statusCode } : { statusCode, retryAfterSeconds };
  return Object.assign(new Error(message), details);
}

/** The body has only the general message; the request log has the `reason`. */
export const badRequest = (reason: string) => Object.assign(problem(400, 'Bad request'), { reason });
export const unauthorized = (reason: string) => Object.assign(problem(401, 'Unauthorized'), { reason });
export const forbidden = () => problem(403, 'You are not authorized to perform this action');
export const notFound = () => problem(404, 'Record not found');
/** Refused by a business rule: 422, as in the recorded response. The specification does not show this body. */
export const refused = (message: string) => problem(422, message);

export function problemBody(statusCode: number, message: string) {
  return { message, code: statusCode, data: {} };
}
