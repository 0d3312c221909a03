import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { inspect } from 'node:util';
import type { SecretSource } from '../domain/configuration-fields.ts';
import { rememberSecret, type SecretOf } from '../domain/secrets.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import type { LoadedConfig } from './load-config.ts';

/** A secret that only reveal() shows; printed, logged or serialised, it is `[secret]`. */
type Secret = { reveal(): string };

function wrap(value: string): Secret {
  rememberSecret(value);
  return Object.defineProperties({} as Secret, {
    reveal: { value: () => value, enumerable: false },
    toString: { value: () => '[secret]', enumerable: false },
    toJSON: { value: () => '[secret]', enumerable: false },
    [inspect.custom]: { value: () => '[secret]', enumerable: false },
  });
}

/**
 * Reads a secret from the configured variable or file when it is needed. Throws SECRET_MISSING and SECRET_NOT_ONE_LINE with the variable
 * or file and the key.
 */
export function resolveSecret(
  source: SecretSource,
  key: string,
  { path: configPath, environment }: Pick<LoadedConfig, 'path' | 'environment'>,
): Secret {
  const value = 'env' in source ? environment[source.env]?.trim() : readSecretFile(source.file, configPath);
  const where = 'env' in source ? `The environment variable ${source.env}` : `The file ${source.file}`;
  if (value === undefined || value === '') {
    const absent = 'env' in source ? 'is not set' : 'cannot be read';
    throw new TieoutError({
      code: 'SECRET_MISSING',
      message: `${where}, which ${key} names, ${value === '' ? 'is empty' : absent}.`,
      remedy:
        'env' in source
          ? `Set it before the run: export ${source.env}=…`
          : 'Write the secret to that file, with mode 0600 and readable by this user.',
      place: { file: configPath, key },
      exitStatus: 2,
    });
  }
  if (/[\r\n\0]/.test(value)) {
    throw new TieoutError({
      code: 'SECRET_NOT_ONE_LINE',
      message: `${where}, which ${key} names, has more than one line.`,
      remedy: 'Remove everything but the secret itself.',
      place: { file: configPath, key },
      exitStatus: 2,
    });
  }
  return wrap(value);
}

/** Reads the secrets that a configuration names. */
export const secretsOf =
  (config: Pick<LoadedConfig, 'path' | 'environment'>): SecretOf =>
  (place, key) =>
    resolveSecret(place, key, config).reveal();

function readSecretFile(path: string, configPath: string): string | undefined {
  try {
    return readFileSync(resolve(dirname(configPath), path), 'utf8').trim();
  } catch {
    return undefined;
  }
}
