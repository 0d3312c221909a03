import { SaxesParser, type SaxesTagNS } from 'saxes';
import { FileRefusal, refused } from '../file-refusal.ts';
import { type Archive, type Part, partName } from './archive.ts';
import type { CellStyle, DateSystem } from './date-text.ts';
import { partText } from './part-xml.ts';

/**
 * The style of a built-in format, which has a number instead of a text, by ECMA-376 part 1, 18.8.30; formats that are not listed are
 * numbers.
 */
function builtInStyle(id: number): CellStyle {
  if (id >= 14 && id <= 17) return 'day';
  if (id >= 18 && id <= 21) return 'time';
  if (id === 22) return 'day';
  if (id === 45 || id === 47) return 'time';
  if (id === 46) return 'duration';
  // of the East Asian formats these are times of day
  if ((id >= 32 && id <= 35) || id === 55 || id === 56) return 'time';
  if ((id >= 27 && id <= 36) || (id >= 50 && id <= 58)) return 'day';
  return 'number';
}

/** A format without its literal parts: quoted and escaped text, spaces, colours, conditions, locales. */
function withoutLiterals(code: string): string {
  return code
    .replaceAll(/"[^"]*"|\\.|[_*]./g, '')
    .replaceAll(/\[(h+|m+|s+)\]/gi, '<$1>')
    .replaceAll(/\[[^\]]*\]/g, '');
}

/** How a format shows a number: a date if it has a letter of a date outside quotes and brackets. */
export function styleOfFormat(code: string): CellStyle {
  if (/^0{2,}$/.test(code)) return { digits: code.length };
  const bare = withoutLiterals(code).toLowerCase();
  if (bare.includes('general')) return 'number';
  if (/<(h+|m+|s+)>/.test(bare)) return 'duration';
  if (!/[ydhms]/.test(bare)) return 'number';
  // after hours and before seconds, m means minutes
  const withoutTime = bare
    .replaceAll(/am\/pm|a\/p/g, '')
    .replaceAll(/h+[^a-z]*m+/g, '')
    .replaceAll(/m+[^a-z]*s+/g, '');
  return /[ydm]/.test(withoutTime) ? 'day' : 'time';
}

/** The style of each number format that a workbook refers to. */
export function styleOf(id: number, codes: ReadonlyMap<number, string>): CellStyle {
  const code = codes.get(id);
  return code === undefined ? builtInStyle(id) : styleOfFormat(code);
}

type SheetState = 'visible' | 'hidden' | 'very hidden';

/** A sheet as the workbook lists it. `part` is undefined for a chart or dialog sheet. */
export type ListedSheet = { name: string; state: SheetState; part: Part };

export type Workbook = {
  /** By tab order; sheets without cells, such as charts, are left out. */
  sheets: readonly ListedSheet[];
  system: DateSystem;
  styles: readonly CellStyle[];
  sharedStrings: Part | undefined;
};

type Relation = { type: string; target: string };

const officeNamespace =
  /^http:\/\/(schemas\.openxmlformats\.org\/officeDocument\/2006|purl\.oclc\.org\/ooxml\/officeDocument)\/relationships$/;

/** The value of an attribute without a namespace. */
const plain = (tag: SaxesTagNS, name: string): string | undefined =>
  Object.values(tag.attributes).find(({ local, prefix }) => local === name && prefix === '')?.value;

/** Reads a small part element by element. Throws FILE_DAMAGED. */
async function readElements(
  archive: Archive,
  part: Part,
  fileName: string,
  onElement: (tag: SaxesTagNS, parent: string) => void,
): Promise<void> {
  const parser = new SaxesParser({ xmlns: true });
  const path: string[] = [];
  parser.on('opentag', (tag) => {
    onElement(tag, path.at(-1) ?? '');
    path.push(tag.local);
  });
  parser.on('closetag', () => path.pop());
  parser.on('error', (cause) => {
    throw cause;
  });
  try {
    for await (const text of partText(archive, part, fileName)) parser.write(text);
    parser.close();
  } catch (cause) {
    if (cause instanceof FileRefusal) throw cause;
    throw refused(fileName, 'FILE_DAMAGED', `The part ${part.name} of the workbook is not well-formed XML.`, { cause });
  }
}

/** The part that a relation points to, from the folder of the part that has it. */
function resolve(folder: string, target: string): string {
  const path = target.replaceAll('\\', '/');
  const steps = path.startsWith('/') ? [] : folder.split('/').filter((step) => step !== '');
  for (const step of partName(path).split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '.' && step !== '') steps.push(step);
  }
  return steps.join('/');
}

async function relationsOf(archive: Archive, owner: string, fileName: string): Promise<Map<string, Relation>> {
  const slash = owner.lastIndexOf('/');
  const [folder, name] = [owner.slice(0, slash + 1), owner.slice(slash + 1)];
  const part = archive.part(`${folder}_rels/${name}.rels`);
  const relations = new Map<string, Relation>();
  if (part === undefined) return relations;
  await readElements(archive, part, fileName, (tag) => {
    const [id, type, target] = [plain(tag, 'Id'), plain(tag, 'Type'), plain(tag, 'Target')];
    if (tag.local !== 'Relationship' || id === undefined || type === undefined || target === undefined) return;
    if (plain(tag, 'TargetMode') === 'External') return;
    // the transitional and the strict form of the format differ only before the last step
    relations.set(id, { type: type.slice(type.lastIndexOf('/') + 1), target: resolve(folder, target) });
  });
  return relations;
}

/** How each style of cells shows a number. */
async function readStyles(archive: Archive, part: Part, fileName: string): Promise<CellStyle[]> {
  const codes = new Map<number, string>();
  const formats: number[] = [];
  await readElements(archive, part, fileName, (tag, parent) => {
    if (tag.local === 'numFmt' && parent === 'numFmts')
      codes.set(Number(plain(tag, 'numFmtId')), plain(tag, 'formatCode') ?? '');
    else if (tag.local === 'xf' && parent === 'cellXfs') formats.push(Number(plain(tag, 'numFmtId') ?? 0));
  });
  const known = new Map<number, CellStyle>();
  return formats.map((id) => {
    const style = known.get(id) ?? styleOf(id, codes);
    known.set(id, style);
    return style;
  });
}

function stateOf(tag: SaxesTagNS): SheetState {
  const state = plain(tag, 'state');
  return state === 'hidden' ? 'hidden' : state === 'veryHidden' ? 'very hidden' : 'visible';
}

/** The sheets of a workbook in the order of their tabs, and what its cells refer to. Throws FILE_DAMAGED. */
export async function readWorkbook(archive: Archive, fileName: string): Promise<Workbook> {
  const root = [...(await relationsOf(archive, '', fileName)).values()].find(({ type }) => type === 'officeDocument');
  const main = archive.part(root?.target ?? 'xl/workbook.xml') ?? archive.part('xl/workbook.xml');
  if (main === undefined)
    throw refused(fileName, 'FILE_DAMAGED', 'The workbook is damaged: it has no list of its sheets.');
  const relations = await relationsOf(archive, main.name, fileName);
  const listed: { name: string; state: SheetState; id: string }[] = [];
  let system: DateSystem = 1900;
  await readElements(archive, main, fileName, (tag, parent) => {
    if (tag.local === 'workbookPr' && /^(1|true|on)$/.test(plain(tag, 'date1904') ?? '')) system = 1904;
    if (tag.local !== 'sheet' || parent !== 'sheets') return;
    const id = Object.values(tag.attributes).find(({ local, uri }) => local === 'id' && officeNamespace.test(uri));
    listed.push({ name: plain(tag, 'name') ?? '', state: stateOf(tag), id: id?.value ?? '' });
  });
  const partOfType = (type: string) => {
    const relation = [...relations.values()].find((one) => one.type === type);
    return relation === undefined ? undefined : archive.part(relation.target);
  };
  const sheets = listed.flatMap(({ name, state, id }) => {
    const relation = relations.get(id);
    if (relation !== undefined && relation.type !== 'worksheet') return [];
    const part = relation === undefined ? undefined : archive.part(relation.target);
    if (part === undefined)
      throw refused(fileName, 'FILE_DAMAGED', `The workbook is damaged: its sheet "${name}" is missing.`);
    return [{ name, state, part }];
  });
  const styles = partOfType('styles');
  return {
    sheets,
    system,
    sharedStrings: partOfType('sharedStrings'),
    styles: styles === undefined ? [] : await readStyles(archive, styles, fileName),
  };
}
