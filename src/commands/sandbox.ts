import { Temporal } from 'temporal-polyfill';
import { yesterday } from '../sources/period.ts';
import type { CommandContext, ExitStatus } from './context.ts';

export type SandboxCommandOptions = {
  seed: string;
  days: string;
  ordersPerDay: string;
  currencies: string;
  breaks: string;
  host: string;
  gatewayPort: string;
  payoutPort: string;
};

/** `tieout sandbox`: both services on this machine, until interrupted. */
export async function runSandboxCommand(options: SandboxCommandOptions, context: CommandContext): Promise<ExitStatus> {
  const { SANDBOX_ZONE, startSandbox } = await import('../sandbox/start.ts');
  const sandbox = await startSandbox({
    seed: Number(options.seed),
    days: Number(options.days),
    until: yesterday(Temporal.Now.instant(), SANDBOX_ZONE).toString(),
    ordersPerDay: Number(options.ordersPerDay),
    currencies: options.currencies.split(','),
    breaks: options.breaks === 'none' ? 'none' : 'standard',
    host: options.host,
    gatewayPort: Number(options.gatewayPort),
    payoutPort: Number(options.payoutPort),
  });
  const { gatewayUrl, payoutUrl, gatewaySecretKey, payoutApiKey, payoutApiSecret, truth } = sandbox;
  if (context.isJson) {
    context.out.write(
      `${JSON.stringify({ gatewayUrl, payoutUrl, gatewaySecretKey, payoutApiKey, payoutApiSecret, truth })}\n`,
    );
  } else {
    context.out.write(`Payment gateway  ${gatewayUrl}
Payout service   ${payoutUrl}
${sandbox.paymentCount} payments over ${options.days} days, ${truth.length} breaks planted.

export TIEOUT_GATEWAY_KEY=${gatewaySecretKey}
export TIEOUT_PAYOUT_KEY=${payoutApiKey}
export TIEOUT_PAYOUT_SECRET=${payoutApiSecret}

Try next: curl -H "Authorization: Bearer $TIEOUT_GATEWAY_KEY" "${gatewayUrl}/account/json/turnover/?currency=MYR"
Stop it with Ctrl-C.
`);
  }
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
  await sandbox.close();
  return 0;
}
