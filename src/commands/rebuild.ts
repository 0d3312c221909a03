import { rebuild } from '../run/rebuild.ts';
import type { CommandContext, ExitStatus } from './context.ts';

/** `tieout rebuild`: builds the warehouse from the landing zone again. */
export async function runRebuildCommand(context: CommandContext): Promise<ExitStatus> {
  const config = await context.loadConfig();
  const runs = await context.stage('Rebuilding the warehouse', () => rebuild(config, context.progress));
  context.out.answer(
    { runs },
    () => `The warehouse was rebuilt from the landing zone; ${runs} run${runs === 1 ? '' : 's'} repeated.\n`,
  );
  return 0;
}
