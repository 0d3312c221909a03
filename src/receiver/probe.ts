import type { LoadedConfig } from '../config/load-config.ts';
import { receiverSchema } from '../config/schema.ts';
import type { Finding } from '../connectors/connector.ts';
import type { HttpClient } from '../connectors/http/client.ts';
import { TieoutError } from '../domain/tieout-error.ts';

/** The check of `doctor` whether the receiver runs and is ready, by its private address. */
export async function receiverFinding(config: LoadedConfig, http: HttpClient): Promise<Finding> {
  const { private: address } = config.receiver ?? receiverSchema.parse({});
  const check = 'receiver';
  try {
    const url = `http://${address}/readyz`;
    const { status, body } = await http.call({ method: 'GET', url, headers: () => ({}), isSafe: true });
    const detail = body.toString('utf8').trim();
    const isOk = status === 200;
    return { check, isOk, detail, fix: isOk ? null : 'See its messages: they say why its service cannot be asked.' };
  } catch (error) {
    if (!(error instanceof TieoutError)) throw error;
    const fix = 'Start `tieout receive`, or set receiver.private to its address (docs/callbacks.md).';
    return { check, isOk: false, detail: `not found at ${address}`, fix };
  }
}
