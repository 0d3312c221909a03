import { nearest } from '../config/nearest.ts';
import { TieoutError } from '../domain/tieout-error.ts';

/** Returns an option's value if it exists; otherwise throws OPTION_WRONG with the nearest value. */
export function knownValue(option: string, given: string, known: readonly string[], renamed?: string): string {
  if (known.includes(given)) return given;
  const near = renamed ?? nearest(given, known);
  throw new TieoutError({
    code: 'OPTION_WRONG',
    message: `There is no ${option} "${given}"${near === undefined ? '.' : `; did you mean "${near}"?`}`,
    remedy: known.length === 0 ? 'There is nothing to choose from yet.' : `Give one of ${known.join(', ')}.`,
    exitStatus: 2,
  });
}

/** The error for an option whose value has the wrong form (OPTION_WRONG). */
export function optionWrong(option: string, given: string, expected: string): TieoutError {
  return new TieoutError({
    code: 'OPTION_WRONG',
    message: `${option} ${given} is not ${expected}.`,
    remedy: `Give ${option} as ${expected}; --help shows an example.`,
    exitStatus: 2,
  });
}
