import type { CommandContext, ExitStatus, GlobalOptions } from './context.ts';

/** Runs one command's work and keeps its exit status. */
export type Perform = (options: GlobalOptions, work: (context: CommandContext) => Promise<ExitStatus>) => Promise<void>;

/** Collects the values of an option that can be repeated. */
export const collected = (text: string, before: string[] = []): string[] => [...before, text];
