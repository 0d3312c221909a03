import { z } from 'zod';

/**
 * payment-gateway.md › Callback URL rules: no port is spelled out, not even the scheme's own, and the scheme is http or
 * https. The text is looked at as it was written: a URL parser drops a default port.
 */
export const callbackUrl = z
  .string()
  .max(500, 'At most 500 characters.')
  .superRefine((text, context) => {
    const parts = /^([a-z][a-z0-9+.-]*):\/\/(?:[^/?#@]*@)?([^/?#]*)/i.exec(text);
    const tell = (message: string, code: string) =>
      context.addIssue({ code: 'custom', message, params: { code }, input: text });
    if (parts === null || !URL.canParse(text)) tell('Not a URL.', 'invalid');
    else if (!/^https?$/i.test(parts[1] ?? '')) tell('Only http and https are accepted.', 'webhooks_callback_scheme');
    else if (/:\d*$/.test(parts[2] ?? '')) tell('A port must not be given.', 'webhooks_callback_port');
  });
