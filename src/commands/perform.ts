import type { CommandContext, ExitStatus, GlobalOptions } from './context.ts';

/** Runs one command's work and keeps its exit status. */
export type Perform = (options: GlobalOptions, work: (context: CommandContext) => Promise<ExitStatus>) => Promise<void>;

/** A file of a command: it runs with the arguments of the command line and, after them, its options. */
export type CommandFile<Given extends unknown[]> = {
  run: (context: CommandContext, ...given: Given) => Promise<ExitStatus>;
};

/** The action of a command, whose file is loaded when it runs. */
export type Runs = <Given extends unknown[]>(
  load: () => Promise<CommandFile<Given>>,
) => (...given: Given) => Promise<void>;

/** Collects the values of an option that can be repeated. */
export const collected = (text: string, before: string[] = []): string[] => [...before, text];
