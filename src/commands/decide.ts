import type { CommandContext, ExitStatus } from './context.ts';
import { type DecideOptions, decideItems } from './decide-items.ts';
import { decideEveryProposed, type ProposedOptions, refuseProposedOptions } from './decide-proposed.ts';
import type { DecideWorkbookOptions } from './decide-workbook.ts';

type Options = DecideOptions & DecideWorkbookOptions & ProposedOptions;

/** `tieout decide`: of items by their ids, of every proposed write-off, or from a workbook. 1 when anything was rejected. */
export async function run(
  context: CommandContext,
  decision: string | undefined,
  ids: string[],
  options: Options,
): Promise<ExitStatus> {
  if (options.proposed === true) return decideEveryProposed(context, decision, ids, options);
  refuseProposedOptions(options);
  if (options.from === undefined) return decideItems(context, decision, ids, options);
  return (await import('./decide-workbook.ts')).decideFromWorkbook(context, decision, options);
}
