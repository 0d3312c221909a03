import { z } from 'zod';
import { dayField } from '../domain/configuration-fields.ts';

/** ISO numbers of the days of a week. */
export const weekdays = { mon: 1, tue: 2, wed: 3, thu: 4, fri: 5, sat: 6, sun: 7 } as const;

const code = z.string('must be text in quotes, such as "14"').min(1);

const hasNoRepeats = (all: readonly string[]) => new Set(all).size === all.length;

/** The days that are not business days: the public holidays of a country and state, and the company's own. */
export const calendarField = z
  .strictObject({
    country: z
      .string()
      .regex(/^[A-Z]{2}$/, 'must be a country code of two capital letters, such as MY')
      .optional()
      .describe('Country whose public holidays are no business days: its ISO 3166 code, such as MY.'),
    state: code
      .optional()
      .describe('State, with its own holidays: its code in quotes, such as "14". `tieout doctor` lists the codes.'),
    weekend: z
      .array(z.enum(['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']))
      .max(6, 'must leave a business day in the week')
      .refine(hasNoRepeats, 'must name each day once')
      .default(['sat', 'sun'])
      .describe('Days of the weekend, such as [fri, sat].'),
    holidays: z
      .array(
        z.strictObject({
          date: dayField.describe('The day.'),
          name: z.string().min(1).max(80).describe('Its name, as reports show it.'),
        }),
      )
      .default([])
      .describe(
        'Further days on which nothing is settled: one-off holidays, and those that the calendar of the country lacks.',
      ),
    working_days: z
      .array(dayField)
      .refine(hasNoRepeats, 'must name each day once')
      .default([])
      .describe('Days that are business days although they are holidays or at a weekend.'),
  })
  .refine(({ country, state }) => state === undefined || country !== undefined, {
    path: ['state'],
    message: 'needs calendar.country',
  })
  .check(({ value: { holidays, working_days: worked }, issues }) => {
    for (const [index, { date }] of holidays.entries()) {
      const message = 'is also one of calendar.working_days';
      if (worked.includes(date))
        issues.push({ code: 'custom', input: date, path: ['holidays', index, 'date'], message });
    }
  });

export type CalendarConfig = z.output<typeof calendarField>;
