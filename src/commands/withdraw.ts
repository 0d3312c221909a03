import { firstOpenDay } from '../close/reopening.ts';
import { systemUser } from '../decisions/complete-decisions.ts';
import { counted } from '../domain/counted.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import { type AcceptedFile, withdrawFile } from '../pipeline/withdraw-file.ts';
import { localTime } from '../report/shown-value.ts';
import type { CommandContext, ExitStatus } from './context.ts';
import { periodText } from './days.ts';
import { oneCompany, reconcilePeriods } from './import.ts';
import { reportResults } from './run.ts';

export type WithdrawOptions = { reason: string; company?: string; author?: string };

function withdrawnText(file: AcceptedFile, zone: string, by: string, reason: string) {
  const { name, importable, rows, receivedAt, otherNames } = file;
  const facts = `${importable.import.name}, ${counted(rows, 'row')}, received ${localTime(receivedAt, zone)}`;
  const others = otherNames.length === 0 ? '' : `  The same content still counts as ${otherNames.join(', ')}.\n`;
  return `Withdrawn: ${name} (${facts}). It no longer counts; its bytes are kept.\n  By ${by}: ${reason}\n${others}`;
}

/**
 * `tieout withdraw FILE`: an accepted file that was wrong no longer counts, and the days that it had changed are reconciled again. Every
 * command that opens the data repeats the withdrawal from landing, also where this command is killed.
 */
export async function run(context: CommandContext, file: string, options: WithdrawOptions): Promise<ExitStatus> {
  const [reason, author] = [options.reason.trim(), (options.author ?? systemUser()).trim()];
  if (reason === '' || author === '')
    throw new TieoutError({
      code: 'WITHDRAWAL_REFUSED',
      message: `The withdrawal needs ${reason === '' ? 'a reason' : 'the name of its author'}.`,
      remedy: `Give ${reason === '' ? '--reason TEXT' : '--author NAME'}.`,
      exitStatus: 2,
    });
  const config = await context.loadConfig();
  const company = oneCompany(config, options.company);
  const { progress } = context;
  const { withdrawn, periods } = await withdrawFile({
    ...{ config, company, file, reason, author, progress },
    firstOpenDay: (landing) => firstOpenDay(landing, config.decision),
  });
  const { results, reports } = await reconcilePeriods(config, company, periods, context);
  const { name, receiptIds, rows, receivedAt, otherNames } = withdrawn;
  return reportResults(results, reports, context, [], {
    fields: {
      withdrawn: {
        ...{ file: name, kind: withdrawn.importable.import.name, receipt_ids: receiptIds, rows },
        ...{ received_at: receivedAt, other_names: otherNames, author, reason, reconciled: periods.map(periodText) },
      },
    },
    text: () => withdrawnText(withdrawn, company.zone, author, reason),
  });
}
