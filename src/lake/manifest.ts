import { randomBytes } from 'node:crypto';
import { copyFile, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { z } from 'zod';
import { filesBelow, ifThere, namesIn, sync } from '../disk/files.ts';

/**
 * A line of a manifest: one file of the lake. The last manifest of a company that has all of its lines (`file_count`) is the company's
 * state; a file that it does not name is older, or of a publication that did not end.
 */
const fileSchema = z.object({
  manifest: z.int(),
  published_at: z.string(),
  program: z.string(),
  /** Whether the rows are those of a masked copy. */
  is_masked: z.boolean(),
  /** The hash of the tables and columns of the lake: files of another schema have other columns. */
  schema: z.string(),
  file_count: z.int(),
  company: z.string(),
  relation: z.string(),
  partition_month: z.string(),
  /** The path from the folder of the lake, and its last part, which no other file has. */
  path: z.string(),
  file_name: z.string(),
  row_count: z.int(),
  byte_count: z.int(),
  sha256: z.string(),
  /** A text that changes with the rows, whatever their order and the format of the file. */
  content: z.string(),
  /** The sum of each decimal column, as exact text. */
  sums: z.record(z.string(), z.string().nullable()),
});

export type LakeFile = z.infer<typeof fileSchema>;

/** A complete manifest. */
export type Manifest = { number: number; publishedAt: string; files: LakeFile[] };

const manifestFolder = (lake: string, company: string) => join(lake, 'manifest', `company=${company}`);
const nameOf = (number: number) => `${String(number).padStart(9, '0')}.json`;
const isManifest = (name: string) => /^\d{9}\.json$/.test(name);

function readLines(text: string): LakeFile[] | undefined {
  try {
    const files = text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => fileSchema.parse(JSON.parse(line)));
    return files.length > 0 && files.length === files[0]?.file_count ? files : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return undefined;
    throw error;
  }
}

/** The complete manifests of a company, the newest first. */
export async function manifestsOf(lake: string, company: string): Promise<Manifest[]> {
  const folder = manifestFolder(lake, company);
  const manifests: Manifest[] = [];
  for (const name of (await namesIn(folder)).filter(isManifest).sort().reverse()) {
    const text = await ifThere(() => readFile(join(folder, name), 'utf8'));
    const files = text === undefined ? undefined : readLines(text);
    if (files !== undefined)
      manifests.push({ number: Number.parseInt(name, 10), publishedAt: files[0]?.published_at ?? '', files });
  }
  return manifests;
}

/** Errors of a mounted bucket that cannot rename a file or flush a folder. A file is there as a whole once it is closed. */
const ofBucket = new Set(['EINVAL', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EPERM', 'EXDEV']);

function ignoreBucket(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && ofBucket.has(String(error.code)))) throw error;
}

/**
 * Gives a file of the lake its name when it is complete. Until then it begins with a point, so that no engine takes it for a part of the
 * folder.
 */
async function place(path: string, write: (path: string) => Promise<void>): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const temporary = join(dirname(path), `.${basename(path)}.${randomBytes(4).toString('hex')}.tmp`);
  try {
    await write(temporary);
    await sync(temporary);
    await rename(temporary, path).catch(async (error: unknown) => {
      ignoreBucket(error);
      await write(path);
    });
  } finally {
    await rm(temporary, { force: true });
  }
  await sync(dirname(path)).catch(ignoreBucket);
}

/** Copies a finished file into the lake, unless it is there. */
export async function placeFile(from: string, to: string): Promise<void> {
  const [there, { size }] = [await ifThere(() => stat(to)), await stat(from)];
  if (there?.size !== size) await place(to, (path) => copyFile(from, path));
}

/** Writes a script or a page of the lake, where it has changed. */
export async function placeText(path: string, text: string): Promise<void> {
  if ((await ifThere(() => readFile(path, 'utf8'))) !== text) await place(path, (to) => writeFile(to, text));
}

/** Writes a manifest, which makes its files the state of the company. Its number is the next one, whether or not the last is complete. */
export async function placeManifest(
  lake: string,
  company: string,
  files: readonly Omit<LakeFile, 'manifest' | 'file_count'>[],
): Promise<void> {
  const folder = manifestFolder(lake, company);
  const last = (await namesIn(folder)).filter(isManifest).sort().at(-1);
  const number = last === undefined ? 1 : Number.parseInt(last, 10) + 1;
  const lines = files.map((file) => JSON.stringify({ ...file, manifest: number, file_count: files.length }));
  await place(join(folder, nameOf(number)), (to) => writeFile(to, `${lines.join('\n')}\n`));
}

const dayMs = 86_400_000;

/** The names of files of rows, and of those that were not completed. The folder of a lake may have other files, too. */
const ofRows = /^(?:[0-9a-f]{20}\.parquet|\.[0-9a-f]{20}\.parquet\.[0-9a-f]{8}\.tmp)$/;

/**
 * Removes the files and manifests of a company that were replaced more than a day ago, so that a reader can end its query; with
 * `isAtOnce`, all that were replaced. Of a publication that did not end, files go once they are a day old.
 */
export async function removeReplaced(
  lake: string,
  company: string,
  { now, isAtOnce }: { now: number; isAtOnce: boolean },
): Promise<void> {
  const [newest, ...replaced] = await manifestsOf(lake, company);
  if (newest === undefined) return;
  let replacedAt = newest.publishedAt;
  const kept = [newest];
  const removed: Manifest[] = [];
  for (const manifest of replaced) {
    const isKept = !isAtOnce && now - Date.parse(replacedAt) < dayMs;
    (isKept ? kept : removed).push(manifest);
    replacedAt = manifest.publishedAt;
  }
  const folder = manifestFolder(lake, company);
  const numbers = new Set(kept.map(({ number }) => nameOf(number)));
  for (const name of await namesIn(folder))
    if (isManifest(name) && !numbers.has(name) && name < nameOf(newest.number))
      await rm(join(folder, name), { force: true });
  const named = (manifests: readonly Manifest[]) =>
    new Set(manifests.flatMap(({ files }) => files.map(({ path }) => path)));
  const [inUse, gone] = [named(kept), named(removed)];
  const relations = new Set([newest, ...replaced].flatMap(({ files }) => files.map(({ relation }) => relation)));
  for (const relation of relations)
    for (const path of await filesBelow(join(lake, relation, `company=${company}`))) {
      const place = relative(lake, path);
      if (inUse.has(place) || !ofRows.test(basename(path))) continue;
      const age = now - ((await ifThere(() => stat(path)))?.mtimeMs ?? now);
      if (isAtOnce || gone.has(place) || age > dayMs) await rm(path, { force: true });
    }
}
