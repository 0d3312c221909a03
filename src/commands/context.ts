import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { terminalWishes } from '../config/environment.ts';
import type { LoadedConfig } from '../config/load.ts';
import type { Progress } from '../domain/progress.ts';
import type { Log } from '../terminal/log.ts';

/** What every command can be told, before its own name or after it. */
export type GlobalOptions = { config: string; json: boolean; quiet: boolean };

/** Where a command's answer goes; progress and warnings go elsewhere (standard error), so that answers can be piped. */
export type Out = {
  /** Writes a line of text. */
  line(text?: string): void;
  /** Writes bytes or text as they are. */
  write(text: string): void;
  /** Gives the whole answer: as one JSON object with --json, else as the text that `text` makes. */
  answer(data: unknown, text: () => string): void;
};

/** What a command gets: everything that it needs of the outside, so that a test can give it another outside. */
export type CommandContext = {
  /** As named on the command line. */
  configPath: string;
  loadConfig(): Promise<LoadedConfig>;
  progress: Progress;
  log: Log;
  out: Out;
  isJson: boolean;
  isQuiet: boolean;
};

/** 0 reconciled (with or without timing), 1 failed, 2 wrong usage, 3 breaks, 4 incomplete. */
export type ExitStatus = 0 | 1 | 2 | 3 | 4;

export type RunningContext = CommandContext & {
  /** Where an unexpected error is written down. */
  logPath(): string;
  close(isFailed: boolean): void;
};

const silentLog: Log = { info() {}, warn() {}, error() {} };

async function reporting(
  options: GlobalOptions,
): Promise<{ log: Log; progress: Progress; close(failed: boolean): void }> {
  const { stderr } = process;
  if (options.quiet) {
    const { silentProgress } = await import('../domain/progress.ts');
    return { log: silentLog, progress: silentProgress, close() {} };
  }
  if (stderr.isTTY && !options.json) {
    const { terminalProgress } = await import('../terminal/terminal-progress.ts');
    const { isColourWanted, isAnimationWanted } = terminalWishes();
    const progress = terminalProgress({
      write: (text) => void stderr.write(text),
      get columns() {
        return stderr.columns ?? 80;
      },
      isAnimated: isAnimationWanted,
      isColoured: isColourWanted,
    });
    return { log: progress.log, progress, close: progress.close };
  }
  const { structuredLog } = await import('../terminal/log.ts');
  const { structuredProgress } = await import('../terminal/structured-progress.ts');
  const log = await structuredLog(stderr, 'info');
  return { log, progress: structuredProgress(log), close() {} };
}

/** The context of a command that runs in a process of its own. */
export async function openContext(options: GlobalOptions): Promise<RunningContext> {
  const { log, progress, close } = await reporting(options);
  const { stdout } = process;
  let dataDir: string | undefined;
  return {
    configPath: options.config,
    isJson: options.json,
    isQuiet: options.quiet,
    log,
    progress,
    close,
    logPath: () => (dataDir === undefined ? join(tmpdir(), `tieout-${process.pid}.log`) : join(dataDir, 'tieout.log')),
    loadConfig: async () => {
      const { loadConfig } = await import('../config/load.ts');
      const config = await loadConfig(options.config);
      dataDir = config.data_dir;
      for (const warning of config.warnings) log.warn(warning);
      return config;
    },
    out: {
      line: (text = '') => void stdout.write(`${text}\n`),
      write: (text) => void stdout.write(text),
      answer: (data, text) => void stdout.write(options.json ? `${JSON.stringify(data)}\n` : text()),
    },
  };
}
