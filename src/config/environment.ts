/** What the environment says about the terminal; secrets are named in the configuration file and read in secret.ts. */
export type TerminalPreferences = { isColourWanted: boolean; isAnimationWanted: boolean };

/** NO_COLOR and TERM=dumb are respected; the log of a continuous integration gets no line that is redrawn. */
export function terminalPreferences(): TerminalPreferences {
  const { NO_COLOR, TERM, CI } = process.env;
  const isDumb = TERM === 'dumb';
  return {
    isColourWanted: (NO_COLOR === undefined || NO_COLOR === '') && !isDumb,
    isAnimationWanted: !isDumb && (CI === undefined || CI === '' || CI === 'false'),
  };
}

/** The width to which text is laid out: the terminal's; elsewhere COLUMNS where it is set, else one line a row. */
export function outputColumns(stream: { isTTY?: boolean; columns?: number }): number {
  if (stream.isTTY === true && stream.columns !== undefined && stream.columns > 0) return stream.columns;
  const { COLUMNS } = process.env;
  return COLUMNS !== undefined && /^[1-9]\d{0,3}$/.test(COLUMNS) ? Number(COLUMNS) : Number.POSITIVE_INFINITY;
}

/** The npm command that started this process, such as exec (npx) or run-script; undefined when npm did not. */
export function npmCommand(): string | undefined {
  return process.env.npm_command;
}

/** The configuration file when none is named on the command line. */
export function defaultConfigPath(): string {
  const { TIEOUT_CONFIG } = process.env;
  return TIEOUT_CONFIG === undefined || TIEOUT_CONFIG === '' ? 'tieout.yaml' : TIEOUT_CONFIG;
}
