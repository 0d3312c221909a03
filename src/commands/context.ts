import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultConfigPath, type Environment, outputColumns, terminalPreferences } from '../config/environment.ts';
import type { LoadedConfig } from '../config/load-config.ts';
import { type Clock, systemClock, systemZone } from '../domain/clock.ts';
import type { Progress } from '../domain/progress.ts';
import type { TieoutError } from '../domain/tieout-error.ts';
import { errorLog, type Log, structuredLog } from '../terminal/log.ts';
import { jsonText, visibleText } from '../terminal/visible-text.ts';
import { reportError } from './report-error.ts';
import type { InputStream, OutputStream, StopSignal, Surroundings } from './surroundings.ts';

/** The options of every command, before or after its name. */
export type GlobalOptions = {
  config: string;
  /** Whether the command line names the configuration, instead of the default. */
  isConfigGiven?: boolean;
  json: boolean;
  quiet: boolean;
  /** Whether the command is a service; off a terminal, each line then begins with the time. */
  isService?: boolean;
};

/** The output of a command's answer. Progress and warnings go to standard error, so that an answer can be piped. */
export type Out = {
  /** Writes text; terminal control characters are shown as escapes. */
  write(text: string): void;
  /** Writes the whole answer: one JSON value with --json, otherwise the result of `text`. */
  answer(data: unknown, text: () => string): void;
  /** Writes a piece of a long answer without terminal control characters, and waits for a slow reader. */
  pour(text: string): Promise<void>;
  /** The width to which text is laid out; infinite off a terminal. */
  columns: number;
};

/** The dependencies of a command, which a test can replace. */
export type CommandContext = {
  /** The path as given on the command line. */
  configPath: string;
  /** Whether the command line names the configuration, instead of the default. */
  isConfigGiven: boolean;
  /** The folder to which paths are relative. */
  cwd: string;
  environment: Environment;
  clock: Clock;
  /** The time zone of the machine. */
  zone: string;
  /** The program as the user called it. */
  programName: string;
  /** The command as the user called it, including --config, as the beginning of a hint. */
  command: string;
  loadConfig(): Promise<LoadedConfig>;
  /** Opens standard input; undefined where it does not exist. */
  stdin(): InputStream | undefined;
  progress: Progress;
  /** Work with many steps, which is one line off a terminal. */
  stage<T>(title: string, work: () => Promise<T>, result?: (value: T) => string): Promise<T>;
  log: Log;
  out: Out;
  /** Reports an error that does not end the command, for example that of one company among several. */
  reportError(error: TieoutError, company?: string): void;
  /** For a service: calls back at each signal, until the returned function is called. */
  onSignal(signal: StopSignal, asked: () => void): () => void;
  /** Ends the process immediately. */
  end(status: number): void;
  isJson: boolean;
  isQuiet: boolean;
};

/** 0 reconciled (with or without timing), 1 failed, 2 wrong usage, 3 breaks, 4 incomplete. */
export type ExitStatus = 0 | 1 | 2 | 3 | 4;

export type RunningContext = CommandContext & {
  /** The file in which an unexpected error is recorded. */
  logPath(): string;
  close(isFailed: boolean): void;
};

type Reporting = Pick<CommandContext, 'log' | 'progress' | 'stage'> & { close(isFailed: boolean): void };

const withoutStages: CommandContext['stage'] = (_title, work) => work();

/** Progress and log on standard error: redrawn on a terminal, readable lines elsewhere, JSON lines with --json. */
async function openReporting(
  options: GlobalOptions,
  { stderr, env }: { stderr: OutputStream; env: Environment },
): Promise<Reporting> {
  const stamp = options.isService === true ? () => `${new Date().toISOString()} ` : undefined;
  if (options.quiet) {
    const { silentProgress } = await import('../domain/progress.ts');
    const log = options.json
      ? await structuredLog(stderr, 'error')
      : errorLog((text) => void stderr.write(text), stamp);
    return { log, progress: silentProgress, stage: withoutStages, close() {} };
  }
  if (options.json) {
    const { structuredProgress } = await import('../terminal/structured-progress.ts');
    const log = await structuredLog(stderr, 'info');
    return { log, progress: structuredProgress(log), stage: withoutStages, close() {} };
  }
  if (!stderr.isTTY) {
    const { plainProgress } = await import('../terminal/plain-progress.ts');
    const progress = plainProgress((text) => void stderr.write(text), stamp);
    return { log: progress.log, progress, stage: progress.stage, close() {} };
  }
  const { terminalProgress } = await import('../terminal/terminal-progress.ts');
  const { isColourWanted, isAnimationWanted } = terminalPreferences(env);
  const progress = terminalProgress({
    write: (text) => void stderr.write(text),
    get columns() {
      return stderr.columns ?? 80;
    },
    isAnimated: isAnimationWanted,
    isColoured: isColourWanted,
  });
  return { log: progress.log, progress, stage: withoutStages, close: progress.close };
}

function commandWith({ config }: GlobalOptions, name: string, env: Environment): string {
  if (config === defaultConfigPath(env)) return name;
  return `${name} --config ${/^[\w./\\:-]+$/.test(config) ? config : JSON.stringify(config)}`;
}

/** The context of a command in its surroundings; `name` is the program as the user called it. */
export async function openContext(
  options: GlobalOptions,
  surroundings: Surroundings,
  name: string,
): Promise<RunningContext> {
  const { env, cwd, stdout, stderr, clock = systemClock } = surroundings;
  const { onSignal = () => () => {}, end = () => {} } = surroundings;
  const reporting = await openReporting(options, surroundings);
  const command = commandWith(options, name, env);
  let dataDir: string | undefined;
  return {
    configPath: options.config,
    isConfigGiven: options.isConfigGiven ?? false,
    programName: name,
    cwd,
    environment: env,
    clock,
    onSignal,
    end,
    get zone() {
      return surroundings.zone ?? systemZone();
    },
    stdin: () => surroundings.stdin?.(),
    command,
    isJson: options.json,
    isQuiet: options.quiet,
    ...reporting,
    reportError: (error, company) => reportError(error, { stderr, isJson: options.json, command, company }),
    logPath: () => (dataDir === undefined ? join(tmpdir(), `tieout-${process.pid}.log`) : join(dataDir, 'tieout.log')),
    loadConfig: async () => {
      const { loadConfig } = await import('../config/load-config.ts');
      const config = await loadConfig(options.config, { cwd, environment: env, clock });
      dataDir = config.data_dir;
      for (const warning of config.warnings) reporting.log.warn(warning);
      return config;
    },
    out: {
      write: (text) => void stdout.write(visibleText(text)),
      answer: (data, text) => void stdout.write(options.json ? `${jsonText(data, 2)}\n` : visibleText(text())),
      pour: async (text) => {
        stdout.write(text);
        const { once, writableNeedDrain } = stdout;
        if (writableNeedDrain === true) await new Promise<void>((drained) => void once?.call(stdout, 'drain', drained));
      },
      columns: outputColumns(stdout, env),
    },
  };
}
