import { z } from 'zod';
import { currencyProblem } from './currencies.ts';

/** Fields of the configuration that several sections share. */

/** An ISO 4217 code of a currency that money is counted in. */
export const currencyField = z.string().check(({ value, issues }) => {
  const message = currencyProblem(value);
  if (message !== undefined) issues.push({ code: 'custom', input: value, message });
});

/** Where a secret is, never what it is. */
export const secretSource = z.union(
  [z.strictObject({ env: z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/) }), z.strictObject({ file: z.string().min(1) })],
  'must name where the secret is, {env: VARIABLE} or {file: path}, never the secret itself',
);
export type SecretSource = z.infer<typeof secretSource>;

const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Credentials are sent to these addresses: encrypted, or not off this machine. */
function isSafeUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return protocol === 'https:' || (protocol === 'http:' && loopbackHosts.has(hostname));
}

function isBare(text: string): boolean {
  if (!URL.canParse(text)) return true;
  const { search, hash } = new URL(text);
  return search === '' && hash === '';
}

export const safeUrl = z
  .string()
  .refine(isSafeUrl, 'must be an https:// address (http:// only on this machine itself)');

export const baseUrl = safeUrl
  .refine(isBare, 'must end with the path, without ? or #')
  .transform((url) => url.replace(/\/+$/, ''));

/** Other headers under which the columns of a file are known. */
export function columnAliases(columns: readonly string[]) {
  return z.partialRecord(z.enum(columns), z.array(z.string().min(1))).default({});
}
