import { redactSecrets } from '../../domain/secrets.ts';

const secretName = /token|key|secret|signature|sig|password|auth|checksum|credential|policy/i;

/** A URL for display: without user names, passwords and values that look secret. */
export function shownUrl(url: string): string {
  try {
    const parsed = new URL(url);
    parsed.username = '';
    parsed.password = '';
    for (const name of [...parsed.searchParams.keys()]) {
      if (secretName.test(name)) parsed.searchParams.set(name, 'redacted');
    }
    return parsed.toString();
  } catch {
    return '[not a URL]';
  }
}

/** A query for display: without values that look secret. */
export function shownQuery(query: string): string {
  const parameters = new URLSearchParams(query);
  const secret = [...parameters.keys()].filter((name) => secretName.test(name));
  for (const name of secret) parameters.set(name, 'redacted');
  return secret.length === 0 ? query : parameters.toString();
}

/** An answer in the form in which it is kept: without secrets of this process and the values of download links. */
export function withoutSecrets(body: Buffer): Buffer {
  const text = body.toString('utf8');
  const clean = redactSecrets(text).replaceAll(/("\w*download\w*"\s*:\s*)"(?:[^"\\]|\\.)+"/gi, '$1"redacted"');
  return clean === text ? body : Buffer.from(clean);
}

/** The host of a download link. The link itself is a secret, because it gives access to the file. */
export function shownHost(url: string): string {
  return URL.canParse(url) ? `${new URL(url).origin}/…` : '[not a URL]';
}

/** A server's text for an error message: on one line, shortened, without anything that looks like a secret. */
export function shownText(text: string): string {
  if (/^\s*<(!doctype|html|head|body)/i.test(text)) return 'a web page came';
  return (
    text
      .replaceAll(/bearer\s+[^\s"']+/gi, 'Bearer [redacted]')
      .replaceAll(/\b[0-9a-f]{64,}\b/gi, '[redacted]')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: a server's text must not drive the terminal
      .replaceAll(/[\s\u0000-\u001f\u007f-\u009f]+/g, ' ')
      .trim()
      .slice(0, 300)
  );
}
