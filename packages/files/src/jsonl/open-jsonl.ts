import { isLosslessNumber, parse, stringify } from 'lossless-json';
import type { FileRefusal } from '../file-refusal.ts';
import { refused } from '../file-refusal.ts';
import type { OpenedFile } from '../opened-file.ts';
import { fitRow } from '../table/fit-row.ts';
import { columnOf, findHeader } from '../table/header.ts';
import { requireEqual } from '../table/repeated-columns.ts';
import type { RejectedTableRow, TableFile, TableHeader, TableRow } from '../table/table-spec.ts';
import { likelyReadings, readingsText } from '../text/likely-encodings.ts';
import { surveyText } from '../text/text-blocks.ts';
import { isSpanOnly } from './objects.ts';
import { cutOffRecord, elementTexts, isJsonArray, type JsonFile, lineTexts, type RecordText } from './record-texts.ts';

/** A value as exact text; undefined is null. A nested value is an object or an array as JSON. */
type RecordValue = { text: string | undefined; isNested: boolean; isNumber: boolean };

/** The values of a record by key, in the order of the text, or the reason why the record is rejected. */
type ReadRecord = ReadonlyMap<string, RecordValue> | { code: string; reason: string };

class KeyTwice extends Error {}

function recordValue(value: unknown): RecordValue {
  const plain = { isNested: false, isNumber: false };
  if (value === null) return { ...plain, text: undefined };
  if (typeof value === 'string') return { ...plain, text: value };
  // the digits as written, because an amount is never a float
  if (isLosslessNumber(value)) return { ...plain, text: value.toString(), isNumber: true };
  if (typeof value === 'boolean') return { ...plain, text: String(value) };
  return { ...plain, text: stringify(value), isNested: true };
}

/** Reads the text of a JSON object without loss: a number keeps its digits, and a duplicate key is an error. */
function readRecord(text: string): ReadRecord {
  let record: unknown;
  try {
    record = parse(text, undefined, {
      onDuplicateKey: ({ key }) => {
        throw new KeyTwice(key);
      },
    });
  } catch (error) {
    if (error instanceof KeyTwice)
      return { code: 'key_twice', reason: `The key "${error.message}" has two values in the same object.` };
    // a RangeError: nested deeper than the stack
    return { code: 'not_an_object', reason: 'The line is not a JSON object.' };
  }
  if (typeof record !== 'object' || record === null || Array.isArray(record) || isLosslessNumber(record))
    return { code: 'not_an_object', reason: 'The line is not a JSON object.' };
  const entries: [string, unknown][] = Object.entries(record);
  return new Map(entries.map(([key, value]) => [key, recordValue(value)]));
}

/** A file with more keys than this is not a table: values were written as keys. */
const mostKeys = 1000;

/** The keys of all records as the header of a table: spellings of the same column share its position. */
type Layout = { header: TableHeader; positions: ReadonlyMap<string, number> };

type Reader = { file: TableFile; json: JsonFile; texts: (file: JsonFile) => AsyncGenerator<RecordText> };

/** The days that the file covers, where its first record states them. */
type Stated = { line: number; text: string };

const isRecord = (read: ReadRecord): read is Extract<ReadRecord, ReadonlyMap<string, unknown>> => read instanceof Map;

function notATable({ fileName, spec }: TableFile, problem: string, remedy: string, line?: number): FileRefusal {
  return refused(fileName, 'FILE_NOT_A_TABLE', `The ${spec.title} ${problem}`, { remedy, line });
}

/** Reads the file once: its keys in the order in which they appear, the line of the first record, and the days it states. */
async function readKeys({ file, json, texts }: Reader): Promise<{ keys: Set<string>; line: number; above: Stated[] }> {
  const keys = new Set<string>();
  const above: Stated[] = [];
  let first: number | undefined;
  let isFirst = true;
  for await (const { line, text, isEnded } of texts(json)) {
    const read = readRecord(text);
    if (isFirst && isRecord(read) && isSpanOnly(read.keys())) above.push({ line, text });
    else if (isRecord(read)) {
      first ??= line;
      for (const key of read.keys()) keys.add(key);
      if (keys.size > mostKeys) {
        const problem = `has more than ${mostKeys} different keys.`;
        throw notATable(file, problem, 'Export it with the same keys in each record.', line);
      }
    } else if (isFirst && /[[{]$/.test(text.trim())) {
      const remedy = `Write one object a line, for example with: jq -c . FILE.json > FILE.jsonl.`;
      throw notATable(file, 'has a JSON object that is spread over several lines.', remedy, line);
    } else if (!isEnded && read.code === 'not_an_object') throw cutOffRecord(json, line);
    isFirst = false;
  }
  if (first === undefined && above.length === 0) {
    const remedy =
      "Export one object a line, or one array of objects. For a list inside an object, such as orders: jq -c '.orders[]' FILE.json > FILE.jsonl.";
    throw notATable(file, 'has no records: no line, and no element of an array, is a JSON object.', remedy);
  }
  return { keys, line: first ?? 0, above };
}

function layoutOf(keys: ReadonlySet<string>, line: number, file: TableFile): Layout {
  // the file states the days that it covers, and has no lines
  if (line === 0) return { header: { line, width: 0, positions: new Map(), others: [] }, positions: new Map() };
  const cells: string[] = [];
  const byColumn = new Map<string, number>();
  const positions = new Map<string, number>();
  for (const key of keys) {
    const column = columnOf(key, file);
    const known = column === undefined ? undefined : byColumn.get(column);
    positions.set(key, known ?? cells.length);
    if (known !== undefined) continue;
    if (column !== undefined) byColumn.set(column, cells.length);
    cells.push(key.trim() === '' ? '(no name)' : key);
  }
  // a file of records has no header line
  return { header: { ...findHeader([{ line, cells }], file), line: 0 }, positions };
}

/** A cell of the table. A JSON number has a point, regardless of the configured decimal mark for texts. */
function cellOf({ text = '', isNumber }: RecordValue, { reading }: TableFile): string {
  return isNumber && reading.decimalMark === ',' ? text.replace('.', ',') : text;
}

function rowOf(
  { line, text }: RecordText,
  { header, positions }: Layout,
  file: TableFile,
): TableRow | RejectedTableRow {
  const rejected = (code: string, reason: string) => ({ line, code, reason, rawText: text });
  const read = readRecord(text);
  if (!isRecord(read)) return rejected(read.code, read.reason);
  const columns = new Map([...header.positions].map(([column, position]) => [position, column]));
  const cells: string[] = Array.from({ length: header.width }, () => '');
  const keys = new Map<number, string>();
  for (const [key, value] of read) {
    const position = positions.get(key) ?? 0;
    const column = columns.get(position);
    const other = keys.get(position);
    if (other !== undefined) return rejected('key_twice', `"${other}" and "${key}" are both the ${column ?? key}.`);
    if (value.isNested && column !== undefined)
      return rejected('value_nested', `The ${column} is an object or a list, not a value.`);
    keys.set(position, key);
    cells[position] = cellOf(value, file);
  }
  requireEqual({ line, cells }, header, file);
  return fitRow({ line, cells }, header) ?? rejected('record_empty', 'The record has no value.');
}

/** JSON is UTF-8, so no other encoding can be declared for it; a word shows in which one the file was written. */
async function encodingNote({ path }: TableFile): Promise<string> {
  const likely = await likelyReadings((await surveyText(path)).damaged);
  const words = likely === undefined ? '' : ` A word of line ${likely.line} is ${readingsText(likely)}.`;
  return `Records are not UTF-8, which JSON has to be: export the file in UTF-8.${words}`;
}

/**
 * Inspects a file of JSON records, one object a line or all in one array. Throws FILE_NOT_A_TABLE, FILE_TRUNCATED, FILE_TOO_LARGE and
 * the errors of the header.
 */
export async function openJsonl(file: TableFile): Promise<OpenedFile> {
  const isArray = await isJsonArray(file.path);
  const json = { path: file.path, fileName: file.fileName, title: file.spec.title };
  const reader: Reader = { file, json, texts: isArray ? elementTexts : lineTexts };
  const { keys, line, above } = await readKeys(reader);
  const layout = layoutOf(keys, line, file);
  async function* rows() {
    let isDamaged = false;
    for await (const text of reader.texts(json)) {
      if (text.line === above[0]?.line) continue;
      const row = rowOf(text, layout, file);
      isDamaged ||= 'code' in row && row.code === 'not_utf8';
      yield row;
    }
    if (isDamaged) notes.push(await encodingNote(file));
  }
  const notes: string[] = isArray
    ? ['The file is one JSON array: the line of a record is its position in the array.']
    : [];
  return {
    format: 'jsonl',
    encoding: null,
    sheets: [],
    header: layout.header,
    above,
    rows,
    claims: () => [],
    notes: () => notes,
    close: async () => {},
    csv: undefined,
  };
}
