import { stat } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import type { Landing } from './landing.ts';

/** What a decision says of its evidence, and how the files belong to it. */
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

/**
 * Keeps the files that support a decision in landing and returns the evidence with each file named by name and sha256.
 * Evidence that is not a file here (an address, the number of a letter) is returned as given.
 */
export async function keepEvidence(landing: Landing, decision: Supported): Promise<string[]> {
  const evidence: string[] = [];
  for (const name of decision.evidence) {
    if (!(await isFile(name))) {
      evidence.push(name);
      continue;
    }
    const { sha256 } = await landing.put(
      {
        source: 'decision',
        kind: 'evidence',
        company: decision.company,
        batch_id: decision.decision_id,
        page: null,
        is_last_page: null,
        request: null,
        currency: null,
        window_from: null,
        window_to: null,
        received_at: decision.decided_at,
        ext: endingOf(name),
        content_type: null,
        original_name: basename(name),
      },
      { file: name },
    );
    evidence.push(`${basename(name)} (sha256 ${sha256})`);
  }
  return evidence;
}
