/** How a long piece of work tells where it is; what shows it, and where, is not its concern. */
export type Step = { note(text: string): void; advance(): void; done(text?: string): void };
export type Progress = { step(title: string, total?: number): Step };

/** For tests and for work that nobody watches. */
export const silentProgress: Progress = { step: () => ({ note() {}, advance() {}, done() {} }) };
