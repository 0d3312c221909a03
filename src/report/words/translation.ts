import { en } from './en.ts';

/** All texts of the reports and notices, in one language. */
export type Words = typeof en;

type Part<T> = T extends (...given: never[]) => unknown
  ? T
  : T extends readonly unknown[]
    ? T
    : T extends Record<string, string>
      ? string extends keyof T
        ? T
        : { [key in keyof T]?: string }
      : T extends object
        ? { [key in keyof T]?: Part<T[key]> }
        : T;

/** The texts of another language, as far as they are translated. */
export type Translation = { code: string } & Part<Words>;

/** A translation in which every missing text is the English one. */
export function completed(translation: Translation): Words {
  const { flow, statements, signOff, controls, table, notice } = translation;
  return {
    ...en,
    ...translation,
    verdict: { ...en.verdict, ...translation.verdict },
    verdictSentence: { ...en.verdictSentence, ...translation.verdictSentence },
    states: { ...en.states, ...translation.states },
    proof: { ...en.proof, ...translation.proof },
    register: { ...en.register, ...translation.register },
    coverage: { ...en.coverage, ...translation.coverage },
    masthead: { ...en.masthead, ...translation.masthead },
    summary: { ...en.summary, ...translation.summary },
    findings: { ...en.findings, ...translation.findings },
    inputs: { ...en.inputs, ...translation.inputs },
    flow: {
      ...en.flow,
      ...flow,
      steps: { ...en.flow.steps, ...flow?.steps },
      nodes: { ...en.flow.nodes, ...flow?.nodes },
    },
    statements: {
      ...en.statements,
      ...statements,
      titles: { ...en.statements.titles, ...statements?.titles },
    },
    signOff: {
      ...en.signOff,
      ...signOff,
      decided: { ...en.signOff.decided, ...signOff?.decided },
    },
    controls: { ...en.controls, ...controls, measures: { ...en.controls.measures, ...controls?.measures } },
    open: { ...en.open, ...translation.open },
    ages: { ...en.ages, ...translation.ages },
    calendar: { ...en.calendar, ...translation.calendar },
    lag: { ...en.lag, ...translation.lag },
    fees: { ...en.fees, ...translation.fees },
    table: { ...en.table, ...table, pairs: { ...en.table.pairs, ...table?.pairs } },
    index: { ...en.index, ...translation.index },
    notice: {
      ...en.notice,
      ...notice,
      missed: { ...en.notice.missed, ...notice?.missed },
    },
  };
}
