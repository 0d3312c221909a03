const shortestRedacted = 6;

/** Every secret of this process, so that one that gets into a text by mistake can be redacted. */
const known = new Set<string>();

/** What makes the newest links secret. Links expire, and a process that stays for months meets many. */
const ofLinks = new Set<string>();
const keptOfLinks = 1000;

/** A value as texts, JSON and URLs write it; nothing for one that is too short, which would redact other text too. */
const shownAs = (value: string): string[] =>
  value.length < shortestRedacted ? [] : [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value)];

/** Redacts a value from then on, also as JSON and URLs write it; one that is too short would redact other text too. */
export function rememberSecret(value: string): void {
  for (const shown of shownAs(value)) known.add(shown);
}

function rememberOfLink(value: string): void {
  for (const shown of shownAs(value)) {
    // the newest last
    ofLinks.delete(shown);
    ofLinks.add(shown);
  }
  for (const oldest of ofLinks) {
    if (ofLinks.size <= keptOfLinks) return;
    ofLinks.delete(oldest);
  }
}

/** A text with every secret of this process replaced by `[secret]`: the last line of defence. */
export function redactSecrets(text: string): string {
  let clean = text;
  for (const secret of [...known, ...ofLinks]) clean = clean.replaceAll(secret, '[secret]');
  return clean;
}

const shortestInLink = 12;
const isIdentifier = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(\.\w+)?$/i;

/** Whether a part of a path was drawn at random: ordinary words and dates have no long run of letters and digits mixed. */
function isToken(part: string): boolean {
  if (isIdentifier.test(part)) return false;
  const kinds = (run: string) => [/[a-z]/, /[A-Z]/, /\d/].filter((kind) => kind.test(run)).length;
  return (part.match(/[A-Za-z0-9]{12,}/g) ?? []).some((run) => kinds(run) > 1);
}

/**
 * Redacts what makes a link secret from then on: whoever has a download link has the file, and whoever has the address of a
 * webhook can post to it. Identifiers are no secret: they name a statement in messages.
 */
export function rememberLink(link: string): void {
  if (!URL.canParse(link)) return;
  const url = new URL(link);
  if (url.search !== '') rememberOfLink(`${url.pathname}${url.search}`);
  const values = [...url.searchParams.values(), url.username, url.password].filter(
    (value) => value.length >= shortestInLink && !isIdentifier.test(value),
  );
  for (const part of [...values, ...url.pathname.split('/').filter(isToken)]) rememberOfLink(part);
}
