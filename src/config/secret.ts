import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { inspect } from 'node:util';
import { TieoutError } from '../errors/tieout-error.ts';
import type { SecretSource } from './schema.ts';

/** A secret that shows itself only when asked: printed, logged or serialised it is `[secret]`. */
export type Secret = { reveal(): string };

function wrap(value: string): Secret {
  return Object.defineProperties({} as Secret, {
    reveal: { value: () => value, enumerable: false },
    toString: { value: () => '[secret]', enumerable: false },
    toJSON: { value: () => '[secret]', enumerable: false },
    [inspect.custom]: { value: () => '[secret]', enumerable: false },
  });
}

/**
 * Fetches a secret from where the configuration says it is; only when it is about to be used. Throws SECRET_MISSING,
 * naming the variable or file and the key that asks for it.
 */
export function resolveSecret(source: SecretSource, key: string, configPath: string): Secret {
  const value = 'env' in source ? process.env[source.env]?.trim() : readSecretFile(source.file, configPath);
  if (value !== undefined && value !== '') return wrap(value);
  const where = 'env' in source ? `The environment variable ${source.env}` : `The file ${source.file}`;
  throw new TieoutError({
    code: 'SECRET_MISSING',
    message: `${where}, which ${key} names, is ${value === undefined ? 'not there' : 'empty'}.`,
    remedy:
      'env' in source
        ? `Set it before you run: export ${source.env}=…`
        : 'Write the secret into that file (mode 0600).',
    place: { file: configPath, key },
    exitStatus: 2,
  });
}

function readSecretFile(path: string, configPath: string): string | undefined {
  try {
    return readFileSync(resolve(dirname(configPath), path), 'utf8').trim();
  } catch {
    return undefined;
  }
}
