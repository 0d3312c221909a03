const shortestRedacted = 6;

/** Every secret of this process, so that one that gets into a text by mistake can be redacted. */
const known = new Set<string>();

/** Redacts a value from then on, also as JSON and URLs write it; one that is too short would redact other text too. */
export function rememberSecret(value: string): void {
  if (value.length < shortestRedacted) return;
  for (const shown of [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value)]) known.add(shown);
}

/** A text with every secret of this process replaced by `[secret]`: the last line of defence. */
export function redactSecrets(text: string): string {
  let clean = text;
  for (const secret of known) clean = clean.replaceAll(secret, '[secret]');
  return clean;
}

const shortestInLink = 12;
const isIdentifier = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(\.\w+)?$/i;

/**
 * Redacts what makes a link secret from then on: whoever has a download link has the file, and whoever has the address of a
 * webhook can post to it. Identifiers are no secret: they name a statement in messages.
 */
export function rememberLink(link: string): void {
  if (!URL.canParse(link)) return;
  const url = new URL(link);
  if (url.search !== '') rememberSecret(`${url.pathname}${url.search}`);
  const parts = [...url.pathname.split('/'), ...url.searchParams.values(), url.username, url.password];
  for (const part of parts) if (part.length >= shortestInLink && !isIdentifier.test(part)) rememberSecret(part);
}
