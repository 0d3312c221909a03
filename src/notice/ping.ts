import { httpOptionsOf } from '../config/http-options.ts';
import type { LoadedConfig } from '../config/load-config.ts';
import { resolveSecret } from '../config/secret.ts';
import { openHttpClient } from '../connectors/http/client.ts';
import { shownHost } from '../connectors/http/redact.ts';
import { rememberLink } from '../domain/secrets.ts';
import { TieoutError } from '../domain/tieout-error.ts';

const callTimeoutMs = 10_000;

/**
 * Calls the address that watches the schedule, if one is configured, with the exit status where the address has `{status}`. Throws
 * PING_REFUSED and the errors of the HTTP client; the address itself is a secret, because who has it can call it.
 */
export async function ping(config: LoadedConfig, exitStatus: number): Promise<void> {
  const { ping_url: source } = config.monitoring;
  if (source === undefined) return;
  const address = resolveSecret(source, 'monitoring.ping_url', config).reveal();
  const url = address.replaceAll('{status}', String(exitStatus));
  rememberLink(url);
  const http = openHttpClient({ ...httpOptionsOf(config), retries: 1, callTimeoutMs });
  try {
    const { status } = await http.call({ method: 'GET', url, headers: () => ({}), isSafe: true, guardedAs: 'ping' });
    if (status >= 200 && status < 300) return;
    throw new TieoutError({
      code: 'PING_REFUSED',
      message: `The address that watches the schedule answered with status ${status}.`,
      remedy: 'Check monitoring.ping_url. The next wake-up calls it again.',
      place: { url: shownHost(url) },
    });
  } finally {
    await http.close();
  }
}
