import { createHash } from 'node:crypto';
import { monthNames, namesOfMonths } from 'tieout-files';
import { sqlText } from './duckdb-values.ts';
import type { SqlStatement } from './sql-files.ts';

/** Each name with its number: ` jan 01 januari 01 …`. */
const numbered = `${namesOfMonths(Object.keys(monthNames))
  .flatMap((names, month) => names.map((name) => ` ${name} ${String(month + 1).padStart(2, '0')}`))
  .join('')} `;

/**
 * The number of the month of a name in any language that files have, in two digits; null for another word. SQL has no list of its own.
 * The list is one text, because a long list of values in each expression that reads a date costs half a second of planning.
 */
export const monthNumber: SqlStatement = {
  name: 'month_number',
  path: 'src/warehouse/month-macro.ts',
  text: `create or replace macro staging.month_number(the_name) as (
  substr(
    ${sqlText(numbered)},
    nullif(strpos(${sqlText(numbered)}, ' ' || lower(the_name) || ' '), 0) + length(the_name) + 2,
    2
  )
)`,
};

/** Identifies the list of names. */
export const monthFingerprint = createHash('sha256').update(numbered).digest('hex');
