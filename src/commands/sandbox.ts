import { resolve } from 'node:path';
import type { RunningSandbox } from 'tieout-sandbox';
import { yesterday } from '../domain/period.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import type { CommandContext, ExitStatus } from './context.ts';

export type SandboxCommandOptions = {
  seed: number;
  days: number;
  ordersPerDay: number;
  currencies: string[];
  settleAfter: number;
  settleAtWeekends?: true;
  reserve?: { basisPoints: number; days: number };
  convert?: Record<string, string>;
  breaks: 'services' | 'standard' | 'none';
  host: string;
  gatewayPort: string;
  payoutPort: string;
  adminPort: string;
  until?: string;
  state?: string;
  payoutMode: string;
  smtp?: string;
  callbacksTo?: string;
  files?: string;
  faults?: string;
  choose?: string[];
};

/** `tieout sandbox`: both services on this machine, until interrupted. */
export async function run(context: CommandContext, options: SandboxCommandOptions): Promise<ExitStatus> {
  const sandbox = await startFrom(options, context);
  const { gatewayUrl, payoutUrl, gatewaySecretKey, payoutApiKey, payoutApiSecret, truth } = sandbox;
  const { adminUrl, adminToken, brandId, gatewayLiveSecretKey } = sandbox;
  const { sandboxSetup, setupLines } = await import('./sandbox-setup.ts');
  const setup = await sandboxSetup(sandbox, options.currencies);
  if (options.files !== undefined) await sandbox.writeFiles(resolve(context.cwd, options.files));
  // before the output: its reader may interrupt at once
  const interrupted = new Promise<void>((stop) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      const stopListening = context.onSignal(signal, () => {
        stopListening();
        stop();
      });
    }
  });
  if (context.isJson) {
    context.out.write(
      `${JSON.stringify({ gatewayUrl, payoutUrl, adminUrl, brandId, gatewaySecretKey, gatewayLiveSecretKey, payoutApiKey, payoutApiSecret, adminToken, truth, ...setup })}\n`,
    );
  } else {
    context.out.write(`Payment gateway  ${gatewayUrl}
Payout service   ${payoutUrl}
Admin API        ${adminUrl}
Brand            ${brandId}
${sandbox.paymentCount} payments over ${options.days} days, ${truth.length} breaks planted.
${options.files === undefined ? '' : `The merchant's files   ${options.files}: orders.csv, bank.csv, callbacks.jsonl, truth.json\n`}
export SANDBOX_ADMIN_TOKEN=${adminToken}
export SANDBOX_LIVE_KEY=${gatewayLiveSecretKey}

Paste these lines into another terminal, in an empty folder. They write tieout.yaml and set the variables that it names:

${setupLines(setup)}
Then try: ${context.command} doctor
          ${context.command} run
          curl -H "Authorization: Bearer $SANDBOX_ADMIN_TOKEN" ${adminUrl}/truth
Stop it with Ctrl-C.
`);
  }
  await interrupted;
  await sandbox.close();
  return 0;
}

/** Starts the sandbox; an option that it refuses is a usage error. */
async function startFrom(options: SandboxCommandOptions, context: CommandContext): Promise<RunningSandbox> {
  const { SANDBOX_ZONE, SandboxError, chooseAll, stateUntil, readFaultScript, startSandbox } = await import(
    'tieout-sandbox'
  );
  const pathOf = (named: string) => resolve(context.cwd, named);
  const files = [options.state, options.faults].filter((named) => named !== undefined);
  const stateFile = options.state === undefined ? undefined : pathOf(options.state);
  try {
    const chosen = chooseAll(options.choose ?? []);
    const kept = stateFile === undefined ? undefined : stateUntil(stateFile);
    return await startSandbox({
      seed: options.seed,
      days: options.days,
      until: options.until ?? kept ?? yesterday(context.clock(), SANDBOX_ZONE).toString(),
      ordersPerDay: options.ordersPerDay,
      currencies: options.currencies,
      breaks: options.breaks,
      settlement: { lagDays: options.settleAfter, isSettledAtWeekends: options.settleAtWeekends ?? false },
      ...(options.reserve === undefined ? {} : { reserve: options.reserve }),
      ...(options.convert === undefined
        ? {}
        : { conversion: { to: options.currencies[0] ?? 'MYR', rates: options.convert } }),
      host: options.host,
      gatewayPort: Number(options.gatewayPort),
      payoutPort: Number(options.payoutPort),
      adminPort: Number(options.adminPort),
      gateway: chosen.gateway,
      payout: { mode: options.payoutMode === 'staging' ? 'staging' : 'production', ...chosen.payout },
      ...(options.faults === undefined ? {} : { faults: readFaultScript(pathOf(options.faults)) }),
      ...(stateFile === undefined ? {} : { stateFile }),
      purchases: {
        ...chosen.purchases,
        ...(options.callbacksTo === undefined ? {} : { deliverTo: new URL(options.callbacksTo).origin }),
      },
      ...(options.smtp === undefined ? {} : { smtpUrl: options.smtp }),
      log: (line) => context.log.warn(line),
    });
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error;
    const { code, message, remedy, file, cause } = error;
    // the path as the user gave it
    const place = file === undefined ? {} : { file: files.find((named) => pathOf(named) === file) ?? file };
    throw new TieoutError({ code, message, remedy, place, exitStatus: 2, cause });
  }
}
