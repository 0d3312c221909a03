import { z } from 'zod';
import { type arrivalFields, misplacedDue } from './cadence.ts';
import { leadsOut } from './file-pattern.ts';

const onePath = z
  .string()
  .min(1)
  .refine((path) => !leadsOut(path), 'must not have .. after a wildcard');

/** The files of a book. */
export const fileField = z.union(
  [onePath, z.array(onePath).min(1)],
  'must be the path of a file or folder, a pattern such as bank/2026-*.csv (without .. after a wildcard), or a list of them',
);

export const bookFiles = fileField
  .optional()
  .describe('File, folder or pattern (`*`, `?`, `**`), or a list of them: every run imports what has changed.');

/** Refuses a due day without the cadence that it belongs to. */
export const checkDue: z.core.CheckFn<z.output<z.ZodObject<typeof arrivalFields>>> = ({ value, issues }) => {
  const key = misplacedDue(value);
  if (key === undefined) return;
  const message = `needs cadence: ${key === 'due_day' ? 'monthly' : 'weekly'}`;
  issues.push({ code: 'custom', input: value[key], path: [key], message });
};
