import { copyFile, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { z } from 'zod';
import { filesBelow, foldersIn, ifThere, namesIn, sync } from '../disk/files.ts';

/**
 * A line of a manifest: one file of the lake. The last manifest of a company that has all of its lines (`file_count`) is the company's
 * state; a file that it does not name is older, or of a publication that did not end.
 */
const fileSchema = z.object({
  manifest: z.int(),
  published_at: z.string(),
  program: z.string(),
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

/** Errors of a file system that cannot rename, such as a mounted bucket, where a file is there as a whole once it is closed. */
const cannotRename = new Set(['ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EPERM', 'EXDEV']);

/** Gives a file of the lake its name when it is complete. A reader that lists the folder never meets half of a file. */
async function place(path: string, write: (path: string) => Promise<void>): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const temporary = `${path}.tmp`;
  await write(temporary);
  await sync(temporary);
  try {
    await rename(temporary, path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && cannotRename.has(String(error.code)))) throw error;
    await write(path);
    await rm(temporary, { force: true });
  }
  await sync(dirname(path));
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
  for (const manifest of replaced) {
    if (!isAtOnce && now - Date.parse(replacedAt) < dayMs) kept.push(manifest);
    replacedAt = manifest.publishedAt;
  }
  const folder = manifestFolder(lake, company);
  const numbers = new Set(kept.map(({ number }) => nameOf(number)));
  for (const name of await namesIn(folder))
    if (!numbers.has(name) && name < nameOf(newest.number)) await rm(join(folder, name), { force: true });
  const paths = new Set(kept.flatMap(({ files }) => files.map(({ path }) => path)));
  for (const relation of await foldersIn(lake)) {
    if (relation === 'manifest') continue;
    for (const path of await filesBelow(join(lake, relation, `company=${company}`))) {
      if (paths.has(relative(lake, path))) continue;
      const age = now - ((await ifThere(() => stat(path)))?.mtimeMs ?? now);
      if (isAtOnce || wasReplaced(replaced, kept, relative(lake, path)) || age > dayMs) await rm(path, { force: true });
    }
  }
}

/** Whether a manifest that is no longer kept named a file. */
const wasReplaced = (replaced: readonly Manifest[], kept: readonly Manifest[], path: string) =>
  replaced.some((manifest) => !kept.includes(manifest) && manifest.files.some((file) => file.path === path));
