/** The variables of the environment, by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The environment of this process, for the caller that starts a command line in it. */
export const processEnvironment = (): Environment => process.env;

/** The preferences for the terminal from the environment; secrets are named in the configuration file and read in secret.ts. */
type TerminalPreferences = { isColourWanted: boolean; isAnimationWanted: boolean };

/** Respects NO_COLOR and TERM=dumb; in continuous integration no line is redrawn. */
export function terminalPreferences({ NO_COLOR, TERM, CI }: Environment): TerminalPreferences {
  const isDumb = TERM === 'dumb';
  return {
    isColourWanted: (NO_COLOR === undefined || NO_COLOR === '') && !isDumb,
    isAnimationWanted: !isDumb && (CI === undefined || CI === '' || CI === 'false'),
  };
}

/** The width to which text is laid out: that of the terminal; elsewhere COLUMNS where it is set, otherwise unlimited. */
export function outputColumns(stream: { isTTY?: boolean; columns?: number }, { COLUMNS }: Environment): number {
  if (stream.isTTY === true && stream.columns !== undefined && stream.columns > 0) return stream.columns;
  return COLUMNS !== undefined && /^[1-9]\d{0,3}$/.test(COLUMNS) ? Number(COLUMNS) : Number.POSITIVE_INFINITY;
}

/** The npm command that started this process, such as exec (npx) or run-script; undefined without npm. */
export function npmCommand({ npm_command }: Environment): string | undefined {
  return npm_command;
}

/** The configuration file when the command line names none. */
export function defaultConfigPath({ TIEOUT_CONFIG }: Environment): string {
  return TIEOUT_CONFIG === undefined || TIEOUT_CONFIG === '' ? 'tieout.yaml' : TIEOUT_CONFIG;
}
