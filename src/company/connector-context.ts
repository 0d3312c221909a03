import { dirname, isAbsolute, resolve } from 'node:path';
import type { LoadedConfig } from '../config/load-config.ts';
import { resolveSecret } from '../config/secret.ts';
import type { CompanyExtract } from '../connectors/extract-company.ts';

/** What connectors take from the configuration besides their section: secrets, and paths relative to the file. */
export function configurationAccess(config: LoadedConfig): Pick<CompanyExtract, 'secret' | 'resolvePath'> {
  return {
    secret: (source, key) => {
      const secret = resolveSecret(source, key, config);
      return () => secret.reveal();
    },
    resolvePath: (path) => (isAbsolute(path) ? path : resolve(dirname(config.path), path)),
  };
}
