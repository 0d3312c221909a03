import { type JudgedDay, type JudgingReason, judgingReasons } from '../domain/judged-day.ts';
import { english } from '../messages/words.ts';
import { daysText } from '../report/proof.ts';

/** The reasons in words for people. */
export const reasonTexts: Readonly<Record<JudgingReason, string>> = {
  asked_for: 'asked for',
  decided: 'items decided',
  input_arrived: 'an input arrived',
  input_due: 'an input is due',
  record_ended: 'a record changed',
  proof_changed: 'a control proves more or less',
  matched_by_hand: 'items matched by hand',
  open_item: 'open items',
  record_arrived: 'a record arrived',
};

/**
 * The earlier days that runs judged again, with the reasons, for people: `Judged again: 3–4 Nov 2026 (open items).` One line for each
 * run with such days, with its company where there are several; empty where no run has any.
 */
export function judgedAgainText(runs: readonly { company: string; judged: readonly JudgedDay[] }[]): string {
  return runs
    .map(({ company, judged }) => {
      const parts = judgingReasons.flatMap((because) => {
        const days = judged.filter((one) => one.because === because).map(({ day }) => day);
        if (because === 'asked_for' || days.length === 0) return [];
        return [`${daysText(days, english())} (${reasonTexts[because]})`];
      });
      const whose = new Set(runs.map((run) => run.company)).size === 1 ? '' : ` for ${company}`;
      return parts.length === 0 ? '' : `Judged again${whose}: ${parts.join('; ')}.\n`;
    })
    .join('');
}
