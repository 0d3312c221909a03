import { z } from 'zod';

/**
 * payment-gateway.md › Callback URL rules: the scheme is http or https, and a port is forbidden, even the default port.
 * The original text is checked, because a URL parser drops a default port.
 */
export const callbackUrl = z
  .string()
  .max(500, 'At most 500 characters.')
  .superRefine((text, context) => {
    const parts = /^([a-z][a-z0-9+.-]*):\/\/(?:[^/?#@]*@)?([^/?#]*)/i.exec(text);
    const report = (message: string, code: string) =>
      context.addIssue({ code: 'custom', message, params: { code }, input: text });
    if (parts === null || !URL.canParse(text)) report('Not a URL.', 'invalid');
    else if (!/^https?$/i.test(parts[1] ?? '')) report('Only http and https are accepted.', 'webhooks_callback_scheme');
    else if (/:\d*$/.test(parts[2] ?? '')) report('A port must not be given.', 'webhooks_callback_port');
  });
