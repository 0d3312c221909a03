const secretKeys = new Set(['secret_key', 'api_key', 'api_secret', 'smtp_url', 'secret']);
const keysOfNames = new Set(['name', 'data_dir', 'zone', 'timezone', 'memory_limit']);

const marks = [
  /-----BEGIN [A-Z ]+-----/,
  /^(sk|pk|rk|whsec|xox[a-z]|ghp|key|token)[-_][\w-]{8,}$/i,
  /^eyJ[\w-]+\.[\w-]+\.[\w-]*$/,
  /^bearer\s/i,
  /^[0-9a-f]{32,}$/i,
];

/** Entropy of the text in bits a letter: random keys have 4 or more, words less. */
function bitsPerLetter(text: string): number {
  const counts = new Map<string, number>();
  for (const letter of text) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  return [...counts.values()].reduce((sum, count) => sum - (count / text.length) * Math.log2(count / text.length), 0);
}

function looksRandom(text: string): boolean {
  return /^[\w+=-]{24,}$/.test(text) && /\d/.test(text) && /[a-z]/i.test(text) && bitsPerLetter(text) >= 3.6;
}

function hasCredentials(text: string): boolean {
  if (!/^[a-z]+:\/\//i.test(text) || !URL.canParse(text)) return false;
  const { username, password, searchParams } = new URL(text);
  return (
    username !== '' || password !== '' || [...searchParams.keys()].some((name) => /token|key|secret|sig/i.test(name))
  );
}

/**
 * Whether a value of the configuration file is a secret itself instead of the name of a variable or file: by its key,
 * by known prefixes, or because it is long and random.
 */
export function isSecretLiteral(path: readonly (string | number)[], value: unknown): boolean {
  const key = path.at(-1);
  if (typeof key === 'string' && secretKeys.has(key) && value !== null) return true;
  if (typeof value !== 'string' || (typeof key === 'string' && keysOfNames.has(key))) return false;
  return marks.some((mark) => mark.test(value.trim())) || looksRandom(value.trim()) || hasCredentials(value.trim());
}
