import { isUtf8 } from 'node:buffer';
import { mkdir, readdir, rename, stat, writeFile } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { configurationAccess } from '../company/connector-context.ts';
import { withRunLock } from '../company/run-lock.ts';
import type { CompanyConfig } from '../config/company-schema.ts';
import { companyPaths } from '../config/data-paths.ts';
import type { LoadedConfig } from '../config/load-config.ts';
import { isLeftover } from '../connectors/files/book-files.ts';
import { foldersIn, isThere } from '../disk/files.ts';
import { askedFor, contiguous } from '../domain/judged-day.ts';
import type { Period } from '../domain/period.ts';
import type { Progress } from '../domain/progress.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import { openReadings } from '../landing/readings.ts';
import { type ImportableKind, importableKinds, importFiles, type NamedFile } from './import-file.ts';

/** The folders in the drop folder for the files that were received, and for those that were refused. */
const [received, refused] = ['done', 'refused'];

/** A file that was changed less than so many seconds ago may still be written. */
const settlingSeconds = 10;

/** Finds the kind of a file by its content. Throws an error if the content fits no kind or several kinds. */
export type KindOfFile = (file: NamedFile) => Promise<ImportableKind>;

type DropRequest = { config: LoadedConfig; company: CompanyConfig; progress: Progress; kindOf: KindOfFile };

/** A file that was moved out of the drop folder. */
export type DroppedFile = { file: string; status: 'received' | 'refused' };

/** The result of importing the files of a drop folder. */
type Dropped = {
  files: DroppedFile[];
  /** The days of files that determine their own days, such as gateway statements. */
  periods: Period[];
  /** Files that were refused, and a folder that could not be read or written. */
  errors: TieoutError[];
};

const nothing: Dropped = { files: [], periods: [], errors: [] };

function folderWrong(folder: string, message: string, cause: unknown): TieoutError {
  return new TieoutError({
    code: 'DROP_FOLDER_WRONG',
    message,
    remedy:
      'Check drop_folder in the configuration, and that this user may read the folder and move its files. No file is lost.',
    place: { file: folder },
    exitStatus: 4,
    cause,
  });
}

/** A file in the drop folder; the name of its folder gives its kind, if it is in one. */
type Found = NamedFile & { kind: ImportableKind | undefined };

const byName = (a: NamedFile, b: NamedFile) => a.file.localeCompare(b.file, 'en', { numeric: true });

const misnamed = (folder: string, name: Buffer) =>
  new TieoutError({
    code: 'FILE_NAME_WRONG',
    message: 'The name of a file in the drop folder is not UTF-8, so the file is not read.',
    remedy: 'Rename the file. Its bytes that are no plain letters are shown as \\x and two digits.',
    place: {
      file: join(
        folder,
        name.toString('latin1').replaceAll(/[^ -~]/g, (byte) => `\\x${byte.charCodeAt(0).toString(16)}`),
      ),
    },
    exitStatus: 4,
  });

/** The files of the folder, and those of its subfolders that are named after a kind of file of `tieout import`. */
async function filesIn(folder: string, company: CompanyConfig) {
  const kinds = new Map(importableKinds(company).map((importable) => [importable.import.name, importable]));
  const found: Found[] = [];
  const errors: TieoutError[] = [];
  for (const within of ['', ...(await foldersIn(folder)).filter((name) => kinds.has(name))])
    for (const entry of await readdir(join(folder, within), { withFileTypes: true, encoding: 'buffer' })) {
      const name = entry.name.toString();
      if (!entry.isFile() || isLeftover(name)) continue;
      const file = join(within, name);
      if (isUtf8(entry.name)) found.push({ file, path: join(folder, file), kind: kinds.get(within) });
      else errors.push(misnamed(within, entry.name));
    }
  return { found: found.sort(byName), errors };
}

/** Whether a file was changed so recently that another program may still write it. */
async function isSettled({ path }: NamedFile, now: number): Promise<boolean> {
  const age = now - (await stat(path)).mtimeMs;
  // a modification time in the future, from a clock that is ahead, does not delay the file
  return age < 0 || age >= settlingSeconds * 1000;
}

/** An unused path in a folder, with a number where needed: `orders-2.csv`. */
async function freePath(folder: string, name: string): Promise<string> {
  const { name: stem, ext } = parse(name);
  for (let number = 1; ; number += 1) {
    const path = join(folder, `${number === 1 ? stem : `${stem}-${number}`}${ext}`);
    if (!(await isThere(path))) return path;
  }
}

function reasonText({ code, message, remedy, place }: TieoutError): string {
  const where = place?.line === undefined ? '' : `Line ${place.line}\n`;
  return `${code}: ${message}\n${where}${remedy}\n`;
}

/** Moves a file out of the drop folder, with the reason beside it where it was refused. */
async function moveAway(folder: string, { path }: NamedFile, error: TieoutError | undefined): Promise<void> {
  const into = join(folder, error === undefined ? received : refused);
  await mkdir(into, { recursive: true, mode: 0o700 });
  const target = await freePath(into, parse(path).base);
  if (error !== undefined) await writeFile(`${target}.reason.txt`, reasonText(error), { mode: 0o600 });
  await rename(path, target);
}

/** Whether a file is a PDF file beside a table of the same name: the lines of both would count twice. */
const isInPrintToo = ({ path }: NamedFile, all: readonly NamedFile[]) =>
  /\.pdf$/i.test(path) &&
  all.some((other) => other.path !== path && join(parse(other.path).dir, parse(other.path).name) === path.slice(0, -4));

type Refusals = Map<string, TieoutError>;

/** The kind of a file by its content, which may be large: as when it is loaded, it must not end every run. */
async function foundKind(file: Found, { config, company, kindOf }: DropRequest): Promise<ImportableKind> {
  const readings = openReadings(companyPaths(config.data_dir, company.name).landing);
  const { size, mtimeMs } = await stat(file.path);
  const key = `${file.file} ${size} ${mtimeMs}`;
  return readings.of(key, async (refusal) => {
    if (refusal === undefined) return kindOf(file);
    await readings.forget(key);
    throw new TieoutError({ ...refusal, place: { file: file.file }, exitStatus: 4 });
  });
}

/** The files by kind, in their order; a file whose kind is not known is refused. */
async function byKind(files: readonly Found[], request: DropRequest, refusals: Refusals) {
  const groups = new Map<string, { importable: ImportableKind; files: Found[] }>();
  for (const file of files) {
    try {
      const importable = file.kind ?? (await foundKind(file, request));
      const group = groups.get(importable.kind) ?? { importable, files: [] };
      group.files.push(file);
      groups.set(importable.kind, group);
    } catch (error) {
      if (!(error instanceof TieoutError)) throw error;
      refusals.set(file.path, error);
    }
  }
  return [...groups.values()];
}

/** Imports the files of each kind. Returns the periods of files that determine their own days; a run finds the other days. */
async function receive(files: readonly Found[], request: DropRequest, refusals: Refusals): Promise<Period[]> {
  const { config, company, progress } = request;
  const { lock } = companyPaths(config.data_dir, company.name);
  const groups = await withRunLock(lock, () => byKind(files, request, refusals), { purpose: 'import' });
  const [currency = null, ...others] = company.currencies;
  const periods: Period[] = [];
  for (const { importable, files: own } of groups) {
    const named = {
      config,
      company,
      importable,
      progress,
      covers: null,
      currency: importable.declaration.currency ?? (others.length > 0 ? null : currency),
    };
    const done = await importFiles({ ...named, files: own });
    for (const [at, outcome] of done.files.entries()) {
      const file = own[at];
      if (file !== undefined && 'error' in outcome) refusals.set(file.path, outcome.error);
    }
    if (importable.import.reconciles === 'days_of_file') periods.push(...done.periods);
  }
  return contiguous(periods.flatMap(askedFor));
}

async function emptyFolder(folder: string, request: DropRequest): Promise<Dropped> {
  await stat(folder);
  const now = Date.now();
  const settled: Found[] = [];
  const { found, errors } = await filesIn(folder, request.company);
  for (const file of found) if (await isSettled(file, now)) settled.push(file);
  if (settled.length === 0) return { ...nothing, errors };
  const step = request.progress.step(`Files of ${request.company.name} in ${request.company.drop_folder}`);
  const refusals: Refusals = new Map();
  const toRead = settled.filter((file) => !isInPrintToo(file, settled));
  const periods = await receive(toRead, request, refusals);
  for (const file of settled) await moveAway(folder, file, refusals.get(file.path));
  step.done(`${toRead.length - refusals.size} received, ${refusals.size} refused`);
  const files = settled.map(({ file, path }) => ({
    file,
    status: refusals.has(path) ? ('refused' as const) : ('received' as const),
  }));
  return { periods, files, errors: [...errors, ...refusals.values()] };
}

/**
 * Receives every file in a company's drop folder and then moves it: to `done`, or to `refused` with its reason beside it. A file that
 * was changed in the last seconds stays until the next run. An interrupted command leaves its files in place; receiving a file again
 * changes nothing.
 */
export async function emptyDropFolder(request: DropRequest): Promise<Dropped> {
  const { config, company } = request;
  if (company.drop_folder === undefined) return nothing;
  const folder = configurationAccess(config).resolvePath(company.drop_folder);
  try {
    return await emptyFolder(folder, request);
  } catch (error) {
    const isOfFolder = error instanceof Error && 'path' in error && String(error.path).startsWith(folder);
    if (!isOfFolder) throw error;
    const message = 'The drop folder does not exist or cannot be read, or its files cannot be moved.';
    return { ...nothing, errors: [folderWrong(folder, message, error)] };
  }
}
