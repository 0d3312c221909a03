import { AsyncLocalStorage } from 'node:async_hooks';

const shortestRedacted = 6;

type Secrets = {
  /** Every secret that was met, so that one that gets into a text by mistake can be redacted. */
  known: Set<string>;
  /** What makes the newest links secret. Links expire, and a process that stays for months meets many. */
  ofLinks: Set<string>;
};

const keptOfLinks = 1000;
const noSecrets = (): Secrets => ({ known: new Set(), ofLinks: new Set() });

/** The secrets of what runs outside a scope. */
const ofProcess = noSecrets();

// no argument: the constructor of every error redacts
const ofScope = new AsyncLocalStorage<Secrets>();
const secrets = (): Secrets => ofScope.getStore() ?? ofProcess;

/** Does a piece of work with the secrets of its scope. */
type SecretScope = <T>(work: () => T) => T;

/**
 * A scope of its own for what is a secret: what work in it remembers is redacted in that work, and nowhere else. Two command lines in
 * one process then do not redact each other's texts.
 */
export function newSecretScope(): SecretScope {
  const own = noSecrets();
  return (work) => ofScope.run(own, work);
}

/** A value as texts, JSON and URLs write it; nothing for one that is too short, which would redact other text too. */
const shownAs = (value: string): string[] =>
  value.length < shortestRedacted ? [] : [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value)];

/** Redacts a value from then on, also as JSON and URLs write it; one that is too short would redact other text too. */
export function rememberSecret(value: string): void {
  for (const shown of shownAs(value)) secrets().known.add(shown);
}

function rememberOfLink(value: string): void {
  const { ofLinks } = secrets();
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

/** A text with every known secret replaced by `[secret]`: the last line of defence. */
export function redactSecrets(text: string): string {
  const { known, ofLinks } = secrets();
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
