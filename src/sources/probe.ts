import { TieoutError } from '../errors/tieout-error.ts';
import type { GatewayAccess } from './gateway/client.ts';
import { fetchTurnover } from './gateway/totals.ts';
import { clockSkewSeconds, epochToleranceSeconds, type PayoutAccess, readPayout } from './payout/client.ts';

export type Finding = { check: string; isOk: boolean; detail: string; fix: string | null };

function failed(check: string, error: unknown): Finding {
  if (!(error instanceof TieoutError)) throw error;
  return { check, isOk: false, detail: error.message, fix: error.remedy };
}

/** Whether the gateway can be reached and takes the key: the cheapest question that needs it. */
export async function probeGateway(open: () => GatewayAccess, currency: string): Promise<Finding[]> {
  const check = 'payment gateway';
  try {
    const now = Math.floor(Date.now() / 1000);
    await fetchTurnover(open(), currency, now - 60, now);
    return [{ check, isOk: true, detail: 'reached, and the key is accepted', fix: null }];
  } catch (error) {
    return [failed(check, error)];
  }
}

/** Whether the payout service can be reached and takes key and secret, and how far this machine's clock is off. */
export async function probePayout(open: () => PayoutAccess): Promise<Finding[]> {
  const check = 'payout service';
  try {
    const { answer } = await readPayout(open(), '/send/accounts', new URLSearchParams());
    const skew = clockSkewSeconds(answer, Math.floor(Date.now() / 1000));
    const isNear = skew === undefined || Math.abs(skew) <= epochToleranceSeconds / 2;
    return [
      { check, isOk: true, detail: 'reached, key and secret are accepted', fix: null },
      {
        check: 'clock',
        isOk: isNear,
        detail:
          skew === undefined
            ? 'the service does not tell its time'
            : `${Math.abs(skew)} s ${skew < 0 ? 'behind' : 'ahead of'} the payout service`,
        fix: isNear ? null : `Set the clock: from ${epochToleranceSeconds} s on every request is refused.`,
      },
    ];
  } catch (error) {
    return [failed(check, error)];
  }
}
