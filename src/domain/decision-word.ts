/** A decision as people write it, on the command line and in the workbook: `write-off`. Data has `write_off`. */
export const decisionWord = (decision: string): string => decision.replaceAll('_', '-');

/** The spelling of `decisionWord` for a decision that a person wrote with blanks, underscores or capitals. */
export const spelledDecision = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, '-');
