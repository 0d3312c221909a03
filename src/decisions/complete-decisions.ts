import { hostname, userInfo } from 'node:os';
import { describeEvidence } from '../landing/decision-evidence.ts';
import { type Decision, samePerson, signedText } from '../reconcile/decision/decision.ts';
import type { Signer } from './signed-decisions.ts';

/** A decision as it is kept, and the evidence files that the author gave, to be kept with it. */
export type CompletedDecision = { decision: Decision; evidence: readonly string[] };

/** The user of the operating system; its number where the system has no name for it. */
export function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? '');
  }
}

/**
 * Completes accepted decisions before anything is kept: who recorded them and where, the evidence by content, and the signature of the
 * decisions whose author owns the key. All are signed with one call. `cwd` is the folder to which evidence paths are relative.
 */
export async function completeDecisions(
  decisions: readonly Decision[],
  signer: Signer | undefined,
  cwd = '.',
): Promise<CompletedDecision[]> {
  const origin = { system_user: systemUser(), host: hostname() };
  const completed: CompletedDecision[] = [];
  for (const decision of decisions) {
    const { evidence } = decision;
    completed.push({ decision: { ...decision, ...origin, evidence: await describeEvidence(evidence, cwd) }, evidence });
  }
  if (signer === undefined) return completed;
  const own = completed.filter(({ decision }) => samePerson(decision.author, signer.person));
  const signatures = await signer.sign(own.map(({ decision }) => signedText(decision)));
  return completed.map((one) => {
    const at = own.indexOf(one);
    return at === -1 ? one : { ...one, decision: { ...one.decision, signature: signatures[at] ?? null } };
  });
}
