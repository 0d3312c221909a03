import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { TieoutError } from '../domain/tieout-error.ts';
import { unreadableProblem } from './disk-error.ts';
import { isNotThere, sha256OfFile } from './files.ts';

/** An object of the landing zone: its path, the hash of its bytes, and its name for people. */
type LandedObject = { path: string; sha256: string; file_name: string };

const restore =
  'Restore the file from a backup of the landing folder. Data that a service or a folder still has can be fetched again (tieout run --refresh) or imported again (tieout import).';

/** The error of a missing object. */
export function objectMissing({ path, file_name }: LandedObject, cause: unknown): TieoutError {
  return new TieoutError({
    code: 'LANDING_OBJECT_MISSING',
    message: `The landing zone no longer has the file ${file_name} that was received.`,
    remedy: restore,
    place: { file: path },
    exitStatus: 4,
    cause,
  });
}

/** The error of an object with other bytes; `found` describes them. */
export function objectDamaged({ path, file_name }: LandedObject, found: string): TieoutError {
  return new TieoutError({
    code: 'LANDING_OBJECT_DAMAGED',
    message: `The file ${file_name} is not the one that was received: it has ${found}.`,
    remedy: restore,
    place: { file: path },
    exitStatus: 4,
  });
}

/** The error of an object that exists and cannot be read. */
function objectUnreadable({ path, file_name }: LandedObject, problem: string, cause: unknown): TieoutError {
  return new TieoutError({
    code: 'LANDING_OBJECT_UNREADABLE',
    message: `The file ${file_name} that was received cannot be read: ${problem}.`,
    remedy: `Make the user that runs tieout the owner of the data directory and everything in it. If ownership is not the cause: ${restore}`,
    place: { file: path },
    exitStatus: 4,
    cause,
  });
}

/** Reads from an object; a missing or unreadable object is a named error. */
async function reading<T>(object: LandedObject, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (isNotThere(error)) throw objectMissing(object, error);
    const problem = unreadableProblem(error);
    throw problem === undefined ? error : objectUnreadable(object, problem, error);
  }
}

/**
 * Objects that this process has proven, with their file system facts. An object that has not been written since is not read again: for
 * example, a statement is proven when it is loaded and when a second format is compared with it.
 */
const proven = new Map<string, string>();

async function lookAt(object: LandedObject): Promise<string> {
  const { ino, size, mtimeNs, ctimeNs } = await reading(object, () => stat(object.path, { bigint: true }));
  return `${ino} ${size} ${mtimeNs} ${ctimeNs}`;
}

/**
 * Proves that an object has the bytes that were received, before anything is read from it. Throws LANDING_OBJECT_MISSING,
 * LANDING_OBJECT_DAMAGED or LANDING_OBJECT_UNREADABLE (exit status 4), so that only work that needs the object fails.
 */
export async function proveObject(object: LandedObject): Promise<void> {
  const look = await lookAt(object);
  const key = `${object.path} ${object.sha256}`;
  if (proven.get(key) === look) return;
  const found = await reading(object, () => sha256OfFile(object.path));
  if (found !== object.sha256) throw objectDamaged(object, `sha256 ${found} instead of ${object.sha256}`);
  proven.set(key, look);
}

/** The bytes of an object, proven to be those that were received. Throws like proveObject. */
export async function readObject(object: LandedObject): Promise<Buffer> {
  await lookAt(object);
  const bytes = await reading(object, () => readFile(object.path));
  const found = createHash('sha256').update(bytes).digest('hex');
  if (found !== object.sha256) throw objectDamaged(object, `sha256 ${found} instead of ${object.sha256}`);
  return bytes;
}
