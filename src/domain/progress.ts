/** How a long step reports its progress. */
export type Step = { note(text: string): void; advance(): void; done(text?: string, hasFailed?: boolean): void };
export type Progress = { step(title: string, total?: number): Step };

/** For tests and quiet runs. */
export const silentProgress: Progress = { step: () => ({ note() {}, advance() {}, done() {} }) };

/** Does work whose steps have the name of a company; those that an error left open have failed when the work ends. */
export function withNamedSteps<T>(all: Progress, name: string, work: (own: Progress) => Promise<T>): Promise<T> {
  const open = new Set<Step>();
  const step: Progress['step'] = (title, total) => {
    const begun = all.step(`${name}: ${title}`, total);
    open.add(begun);
    return { ...begun, done: (text) => void (open.delete(begun) && begun.done(text)) };
  };
  return work({ step }).finally(() => {
    for (const left of open) left.done('failed', true);
  });
}
