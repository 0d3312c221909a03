import type { Config } from './schema.ts';

/** Reconciliations that were renamed in 0.2.0. Configurations of 0.1.0 name them as keys of matching.passes. */
export const renamedReconciliations: Readonly<Record<string, string>> = {
  send_limits_to_instructions: 'allocations_to_payouts',
  send_limit_lifecycle: 'allocation_lifecycle',
};

type Passes = Config['matching']['passes'];

/** Moves passes from the former name of a reconciliation to its present one, with a warning for each. */
export function renameReconciliations(passes: Passes): { passes: Passes; warnings: string[] } {
  const renamed: Passes = {};
  const warnings: string[] = [];
  for (const [key, declared] of Object.entries(passes)) {
    const name = renamedReconciliations[key] ?? key;
    if (name !== key)
      warnings.push(`matching.passes: ${key} is now ${name}. The former name works in 0.2; use the new one.`);
    renamed[name] = [...(renamed[name] ?? []), ...declared];
  }
  return { passes: renamed, warnings };
}
