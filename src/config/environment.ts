/** What the environment says about the terminal; secrets are named in the configuration file and read in secret.ts. */
export type TerminalWishes = { isColourWanted: boolean; isAnimationWanted: boolean };

/** NO_COLOR and TERM=dumb are kept to; a continuous-integration log gets no line that rewrites itself. */
export function terminalWishes(): TerminalWishes {
  const { NO_COLOR, TERM, CI } = process.env;
  const isDumb = TERM === 'dumb';
  return {
    isColourWanted: (NO_COLOR === undefined || NO_COLOR === '') && !isDumb,
    isAnimationWanted: !isDumb && (CI === undefined || CI === '' || CI === 'false'),
  };
}

/** The configuration file when none is named on the command line. */
export function defaultConfigPath(): string {
  const { TIEOUT_CONFIG } = process.env;
  return TIEOUT_CONFIG === undefined || TIEOUT_CONFIG === '' ? 'tieout.yaml' : TIEOUT_CONFIG;
}
