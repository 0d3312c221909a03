import { relative } from 'node:path';
import { companyPaths } from '../config/data-paths.ts';
import type { LoadedConfig } from '../config/load-config.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import { type Receiver, startReceiver } from '../receiver/receiver.ts';
import { refusedPath } from '../receiver/refused-log.ts';
import type { CommandContext, ExitStatus } from './context.ts';
import { firstSignal } from './first-signal.ts';

/** Notices about the deliveries of one company are not sent more often. */
const noticedEachMs = 3_600_000;

/**
 * Sends a notice of refused deliveries: at the first one of a company, and then at most once an hour, with the number of those since the
 * notice before. A notice that cannot be sent is logged.
 */
export function refusedNotice(config: LoadedConfig, { log }: Pick<CommandContext, 'log'>): (company: string) => void {
  const counts = new Map<string, number>();
  const noticedAt = new Map<string, number>();

  async function send(company: string, count: number): Promise<void> {
    const { refusedMessage } = await import('../notice/notice-message.ts');
    const { sendNotice } = await import('../notice/send.ts');
    const { wordsOf } = await import('../report/words.ts');
    const path = relative(config.data_dir, refusedPath(companyPaths(config.data_dir, company).received));
    const message = refusedMessage(company, count, path, await wordsOf(config.report.language));
    await sendNotice(config, message, [], log);
  }

  return (company) => {
    const count = (counts.get(company) ?? 0) + 1;
    counts.set(company, count);
    if (performance.now() - (noticedAt.get(company) ?? Number.NEGATIVE_INFINITY) < noticedEachMs) return;
    noticedAt.set(company, performance.now());
    counts.delete(company);
    send(company, count).catch((cause: unknown) => {
      const { code, remedy } = cause instanceof TieoutError ? cause : { code: 'UNEXPECTED', remedy: '' };
      log.error(cause instanceof Error ? cause.message : String(cause), { code, remedy });
    });
  };
}

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
export async function run(context: CommandContext): Promise<ExitStatus> {
  const config = await context.loadConfig();
  const stopped = firstSignal(context, 'Answering what is in progress; a second signal stops at once.');
  const receiver = await receiving(config, context);
  await stopped;
  await receiver.close();
  return 0;
}
