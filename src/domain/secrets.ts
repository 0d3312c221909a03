import { AsyncLocalStorage } from 'node:async_hooks';

/** Reads a secret from its configured place when it is needed; `key` is the configuration key that names the place. */
export type SecretOf = (place: { env: string } | { file: string }, key: string) => string;

const shortestRedacted = 6;

type Secrets = {
  /** Every secret that was used, so that a secret that gets into a text by mistake can be redacted. */
  known: Set<string>;
  /** The secret parts of the newest links. Links expire, and a service uses many of them over months. */
  ofLinks: Set<string>;
};

const keptOfLinks = 1000;
const noSecrets = (): Secrets => ({ known: new Set(), ofLinks: new Set() });

/** The secrets of work outside a scope. */
const ofProcess = noSecrets();

// no argument, because the constructor of every error redacts
const ofScope = new AsyncLocalStorage<Secrets>();
const secrets = (): Secrets => ofScope.getStore() ?? ofProcess;

/** Does a piece of work with the secrets of its scope. */
type SecretScope = <T>(work: () => T) => T;

/**
 * Makes a separate scope for secrets: a secret that is remembered in it is redacted only in its work. Two command lines in one process
 * then do not redact each other's texts.
 */
export function newSecretScope(): SecretScope {
  const own = noSecrets();
  return (work) => ofScope.run(own, work);
}

/** The forms of a value in texts, JSON and URLs; empty for a value so short that it would redact other text too. */
const shownAs = (value: string): string[] =>
  value.length < shortestRedacted ? [] : [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value)];

/**
 * Redacts a value from then on, also in its forms in JSON and URLs. A value that is so short that it would redact other text is ignored.
 */
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

/** Whether a part of a path is random; ordinary words and dates have no long run of mixed letters and digits. */
function isToken(part: string): boolean {
  if (isIdentifier.test(part)) return false;
  const kinds = (run: string) => [/[a-z]/, /[A-Z]/, /\d/].filter((kind) => kind.test(run)).length;
  return (part.match(/[A-Za-z0-9]{12,}/g) ?? []).some((run) => kinds(run) > 1);
}

/**
 * Redacts the secret parts of a link from then on, because a download link gives access to its file, and the address of a webhook allows
 * posting to it. Identifiers are not secret, because messages refer to statements by them.
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
