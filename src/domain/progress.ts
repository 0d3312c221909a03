/** How a long step reports its progress. */
export type Step = { note(text: string): void; advance(): void; done(text?: string): void };
export type Progress = { step(title: string, total?: number): Step };

/** For tests and quiet runs. */
export const silentProgress: Progress = { step: () => ({ note() {}, advance() {}, done() {} }) };
