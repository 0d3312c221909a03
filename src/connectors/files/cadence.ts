import { z } from 'zod';
import type { Cadence } from '../../domain/receipt-kind.ts';

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

/** The keys of a book for the days that its files cover and for their arrival. */
export const arrivalFields = {
  covers: z
    .enum(['through_previous_day'])
    .optional()
    .describe(
      'Declares that every file is a whole export: a file received on a day covers from its first line through the day before. Without it, a file covers what it proves or states.',
    ),
  cadence: z
    .enum(['daily', 'weekly', 'monthly'])
    .default('daily')
    .describe('How often the files arrive. Until a file is due, the controls that need it are awaited.'),
  due_weekday: z
    .enum(weekdays)
    .optional()
    .describe('With `cadence: weekly`: the weekday by which the days before it have arrived; Monday by default.'),
  due_day: z
    .int()
    .min(1)
    .max(28)
    .optional()
    .describe('With `cadence: monthly`: the day by which the month before has arrived; the 5th by default.'),
};

type Arrival = z.output<z.ZodObject<typeof arrivalFields>>;

/** The due key that does not match the cadence. */
export function misplacedDue({ cadence, due_weekday, due_day }: Arrival): 'due_weekday' | 'due_day' | undefined {
  if (due_weekday !== undefined && cadence !== 'weekly') return 'due_weekday';
  return due_day !== undefined && cadence !== 'monthly' ? 'due_day' : undefined;
}

/** When the files of a book arrive; `due` is an ISO weekday, or a day of the month. */
export function cadenceOf({ cadence, due_weekday: weekday = 'monday', due_day: day = 5 }: Arrival): Cadence {
  if (cadence === 'weekly') return { cadence, due: weekdays.indexOf(weekday) + 1 };
  return { cadence, due: cadence === 'monthly' ? day : null };
}
