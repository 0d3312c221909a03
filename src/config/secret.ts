import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { inspect } from 'node:util';
import { TieoutError } from '../domain/tieout-error.ts';
import type { SecretSource } from './schema.ts';

/** A secret that shows itself only when asked: printed, logged or serialised it is `[secret]`. */
export type Secret = { reveal(): string };

const shortestRedacted = 6;
/** What this process has resolved, so that a log line that holds one by accident can be cleaned. */
const resolved = new Set<string>();

/** A text without any secret that this process has resolved: each is replaced by `[secret]`. The last line of defence. */
export function redactSecrets(text: string): string {
  let clean = text;
  for (const secret of resolved) clean = clean.replaceAll(secret, '[secret]');
  return clean;
}

function wrap(value: string): Secret {
  if (value.length >= shortestRedacted) {
    for (const shown of [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value)]) resolved.add(shown);
  }
  return Object.defineProperties({} as Secret, {
    reveal: { value: () => value, enumerable: false },
    toString: { value: () => '[secret]', enumerable: false },
    toJSON: { value: () => '[secret]', enumerable: false },
    [inspect.custom]: { value: () => '[secret]', enumerable: false },
  });
}

/**
 * Fetches a secret from where the configuration says it is; only when it is about to be used. Throws SECRET_MISSING,
 * naming the variable or file and the key that asks for it, and SECRET_NOT_ONE_LINE.
 */
export function resolveSecret(source: SecretSource, key: string, configPath: string): Secret {
  const value = 'env' in source ? process.env[source.env]?.trim() : readSecretFile(source.file, configPath);
  const where = 'env' in source ? `The environment variable ${source.env}` : `The file ${source.file}`;
  if (value === undefined || value === '') {
    throw new TieoutError({
      code: 'SECRET_MISSING',
      message: `${where}, which ${key} names, is ${value === undefined ? 'not there' : 'empty'}.`,
      remedy:
        'env' in source
          ? `Set it before you run: export ${source.env}=…`
          : 'Write the secret into that file (mode 0600) and let this user read it.',
      place: { file: configPath, key },
      exitStatus: 2,
    });
  }
  if (/[\r\n\0]/.test(value)) {
    throw new TieoutError({
      code: 'SECRET_NOT_ONE_LINE',
      message: `${where}, which ${key} names, holds more than one line.`,
      remedy: 'Leave nothing there but the secret itself.',
      place: { file: configPath, key },
      exitStatus: 2,
    });
  }
  return wrap(value);
}

function readSecretFile(path: string, configPath: string): string | undefined {
  try {
    return readFileSync(resolve(dirname(configPath), path), 'utf8').trim();
  } catch {
    return undefined;
  }
}
