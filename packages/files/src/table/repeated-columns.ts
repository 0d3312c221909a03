import { FileRefusal } from '../file-refusal.ts';
import {
  isBlank,
  normaliseHeader,
  type RepeatedColumn,
  type TableFile,
  type TableHeader,
  type TableRow,
} from './table-spec.ts';

/**
 * The refusal of a table in which two headers can be one column. Equal headers cannot be told apart by name: their cells are then in
 * `difference`, where two differ.
 */
export function columnTwice(
  { fileName, spec, reading }: TableFile,
  line: number,
  { column, name, first, again }: RepeatedColumn,
  firstName: string,
  difference = '',
): FileRefusal {
  const { title, section } = spec;
  const ignored = [...reading.ignored, name].map((one) => JSON.stringify(one)).join(', ');
  return new FileRefusal({
    code: 'FILE_COLUMN_TWICE',
    message: `Two columns of the ${title} can be the ${column}: ${firstName} (column ${first + 1}) and ${name} (column ${again + 1})${difference}.`,
    remedy:
      normaliseHeader(firstName) === normaliseHeader(name)
        ? `Give the numbers of all columns that are read in the configuration, such as ${section}.columns: { ${column}: ${first + 1}, … }, or export the file again with each column once.`
        : `Name the other one in the configuration, for example ${section}.ignore: [${ignored}].`,
    place: { file: fileName, line },
  });
}

/** Requires a row to have equal cells below equal headers. Throws FILE_COLUMN_TWICE with both cells. */
export function requireEqual({ line, cells }: TableRow, header: TableHeader, file: TableFile): void {
  for (const repeat of header.repeated ?? []) {
    const [one, other] = [cells[repeat.first] ?? '', cells[repeat.again] ?? ''];
    if (one.trim() === other.trim() || (isBlank(one) && isBlank(other))) continue;
    const name = header.names?.get(repeat.column) ?? repeat.name;
    throw columnTwice(file, header.line, repeat, name, `, and line ${line} has "${one.trim()}" and "${other.trim()}"`);
  }
}
