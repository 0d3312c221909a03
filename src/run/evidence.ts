import { stat } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import type { Landing } from '../landing/landing.ts';
import type { Decision } from '../reconcile/decision/decision.ts';

async function isFile(name: string): Promise<boolean> {
  try {
    return (await stat(name)).isFile();
  } catch {
    return false;
  }
}

/** An ending that the landing zone takes. */
function endingOf(name: string): string {
  const ending = extname(name).slice(1).toLowerCase();
  return /^[a-z0-9]{1,8}$/.test(ending) ? ending : 'bin';
}

/**
 * Keeps the files that support a decision in landing, as they are, and gives the decision that names each by its name
 * and sha256. What is no file here (an address, a number of a letter) stays as it was said.
 */
export async function keepEvidence(landing: Landing, decision: Decision): Promise<Decision> {
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
  return { ...decision, evidence };
}
