export const passes: readonly string[];
