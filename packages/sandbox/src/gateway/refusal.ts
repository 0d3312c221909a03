import { type Problem, problem } from './problem.ts';

/** An error response, in the shape of every error. */
export type Refusal = Error & { statusCode: number; problem: Problem };

export function refusal(statusCode: number, field: string, message: string, code: string): Refusal {
  return Object.assign(new Error(message), { statusCode, problem: problem(field, message, code) });
}

/** A rule refuses the request: HTTP 400 with the code of the rule. */
export const refused = (message: string, code: string, field = '__all__') => refusal(400, field, message, code);

export const notFound = () => refusal(404, '__all__', 'Not found.', 'not_found');

/** The operation is not allowed for a purchase in this status. */
export const wrongStatus = (operation: string, status: string) =>
  refused(`A purchase that is ${status} does not allow this.`, `purchase_${operation}_wrong_status`);
