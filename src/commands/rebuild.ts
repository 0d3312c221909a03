import { rebuild } from '../run/rebuild.ts';
import type { CommandContext, ExitStatus } from './context.ts';

/** `tieout rebuild`: the warehouse anew from landing. */
export async function runRebuildCommand(context: CommandContext): Promise<ExitStatus> {
  const config = await context.loadConfig();
  const runs = await rebuild(config, context.progress);
  if (context.isJson) context.out.write(`${JSON.stringify({ runs })}\n`);
  else context.out.write(`The warehouse was made anew from landing: ${runs} run(s) done again.\n`);
  return 0;
}
