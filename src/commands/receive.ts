import type { LoadedConfig } from '../config/load-config.ts';
import { type Receiver, startReceiver } from '../receiver/receiver.ts';
import type { CommandContext, ExitStatus } from './context.ts';
import { firstSignal } from './first-signal.ts';
import { refusedNotice } from './refused-notice.ts';

/** Receives deliveries beside other work, and logs where. */
export async function receiving(config: LoadedConfig, context: CommandContext): Promise<Receiver> {
  const receiver = await startReceiver({ config, log: context.log, refused: refusedNotice(config, context) });
  context.log.info(`Listening on ${receiver.address}; /healthz, /readyz and /metrics on ${receiver.privateAddress}`);
  return receiver;
}

/**
 * `tieout receive`: runs as a service, and keeps the callbacks and webhooks of the companies that have them received, until SIGTERM. Runs
 * take them into landing. Throws NOTHING_RECEIVED or ADDRESS_IN_USE.
 */
export async function runReceiveCommand(context: CommandContext): Promise<ExitStatus> {
  const config = await context.loadConfig();
  const stopped = firstSignal(context, 'Answering what is in progress; a second signal stops at once.');
  const receiver = await receiving(config, context);
  await stopped;
  await receiver.close();
  return 0;
}
