import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, extname, resolve } from 'node:path';
import { newReceiptFacts } from '../domain/receipt.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import type { Landing } from './landing.ts';

/** A decision with its described evidence, to which the evidence files belong. */
type Supported = { decision_id: string; company: string; decided_at: string; evidence: readonly string[] };

async function isFile(name: string): Promise<boolean> {
  try {
    return (await stat(name)).isFile();
  } catch {
    return false;
  }
}

/** A file ending that the landing zone accepts. */
function endingOf(name: string): string {
  const ending = extname(name).slice(1).toLowerCase();
  return /^[a-z0-9]{1,8}$/.test(ending) ? ending : 'bin';
}

const namedBy = (path: string, sha256: string) => `${basename(path)} (sha256 ${sha256})`;

/**
 * The evidence of a decision, each file described by name and sha256 as its author signs it. Evidence that is not a file on this machine
 * (an address, the number of a letter) is returned as given.
 */
export async function describeEvidence(names: readonly string[], cwd: string): Promise<string[]> {
  const described: string[] = [];
  for (const name of names) {
    const path = resolve(cwd, name);
    if (!(await isFile(path))) {
      described.push(name);
      continue;
    }
    const sha256 = createHash('sha256');
    for await (const chunk of createReadStream(path)) sha256.update(chunk as Buffer);
    described.push(namedBy(name, sha256.digest('hex')));
  }
  return described;
}

/** Keeps the files that support a decision in landing; those that have changed since they were described are refused (EVIDENCE_CHANGED). */
export async function keepEvidence(
  landing: Landing,
  decision: Supported,
  names: readonly string[],
  cwd: string,
): Promise<void> {
  for (const [index, name] of names.entries()) {
    if (decision.evidence[index] === name) continue;
    const { sha256 } = await landing.put(
      newReceiptFacts({
        source: 'decision',
        kind: 'evidence',
        company: decision.company,
        batch_id: decision.decision_id,
        received_at: decision.decided_at,
        ext: endingOf(name),
        original_name: basename(name),
      }),
      { file: resolve(cwd, name) },
    );
    if (decision.evidence[index] !== namedBy(name, sha256)) throw evidenceChanged(name);
  }
}

function evidenceChanged(path: string): TieoutError {
  return new TieoutError({
    code: 'EVIDENCE_CHANGED',
    message: 'The evidence changed while the decision was recorded.',
    remedy: 'Decide again once no program writes to the file. This decision was not recorded.',
    place: { file: path },
    exitStatus: 2,
  });
}
