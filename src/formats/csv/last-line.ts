import { TieoutError } from '../../domain/tieout-error.ts';
import type { TableFile, TableHeader } from '../table/table-spec.ts';
import type { CsvRecord } from './csv-records.ts';

function truncated({ fileName, spec }: TableFile, line: number, what: string): TieoutError {
  return new TieoutError({
    code: 'FILE_TRUNCATED',
    message: `The ${spec.title} was cut off: its last line, line ${line}, has no line end and ${what}.`,
    remedy: 'Export or download the file again; nothing of it was loaded.',
    place: { file: fileName, line },
    exitStatus: 4,
  });
}

const isFooter = ({ cells }: CsvRecord) =>
  /^\s*((grand|sub)[ -]?)?(totals?|sum|jumlah|count|end|eof)\b/i.test(cells[0] ?? '');

/** A text with each digit as 9: texts of one form have the same mask. */
const maskOf = (text: string) => text.trim().replaceAll(/\d/g, '9');

/** Whether a value is the beginning of one in the form that all the others have: `12.5` among `10.00`, a day among times. */
function isBeginning(value: string, others: readonly string[], isTime: boolean): boolean {
  const forms = new Set(others.map((other) => (isTime ? maskOf(other) : (/[.,]\d+$/.exec(maskOf(other))?.[0] ?? ''))));
  const [form = '', another] = forms;
  if (form === '' || another !== undefined) return false;
  if (isTime) return form.length > value.trim().length && form.startsWith(maskOf(value));
  return !maskOf(value).endsWith(form);
}

/** Refuses a file that ends in the middle of a row, or of a value in its last column. Throws FILE_TRUNCATED. */
export function refuseCutRow(
  record: CsvRecord,
  header: TableHeader,
  file: TableFile,
  sample: readonly CsvRecord[],
): void {
  if (record.isEnded || isFooter(record)) return;
  const { cells, line } = record;
  const { width, positions } = header;
  if (cells.length < width) throw truncated(file, line, `${cells.length} of ${width} cells`);
  const column = [...positions].find(([, position]) => position === width - 1)?.[0];
  const isTime = column !== undefined && file.spec.dates?.includes(column) === true;
  if (column === undefined || !(isTime || file.spec.amounts?.includes(column)) || record.text.endsWith('"')) return;
  const value = cells[width - 1] ?? '';
  const others = sample.filter((other) => other.line !== line && other.cells.length === width);
  const filled = others.map((other) => other.cells[width - 1] ?? '').filter((text) => text.trim() !== '');
  if (value.trim() !== '' && isBeginning(value, filled, isTime))
    throw truncated(file, line, `"${value}" as its last value, which is shorter than all others of the column`);
}
