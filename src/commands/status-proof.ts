import { english } from '../messages/words.ts';
import { dayFrom, shortDay } from '../report/page/figures.ts';
import { controlCounts, inputName, inputsInOrder, notSetUp, proofText } from '../report/proof.ts';
import { type State, stateMarks, worstState } from '../report/states.ts';
import { sentenceText } from '../terminal/text-table.ts';
import type { WarehouseRow } from '../warehouse/duckdb-values.ts';
import type { Snapshots } from '../warehouse/snapshots.ts';

/** The days of the calendar of inputs. */
const calendarDays = 14;

/** The controls, inputs and waivers of each company, on its newest day and in the calendar of inputs. */
type StatusProof = {
  /** One row for each company: its newest day, the proof, and the number of controls made. */
  controls: WarehouseRow[];
  /** One row for each company, input, currency and day of the calendar. */
  inputs: WarehouseRow[];
  awaited: WarehouseRow[];
  not_set_up: WarehouseRow[];
  waivers: WarehouseRow[];
};

const newest = '(select company, max(business_date) as newest_day from mart.verdict group by company)';

const registerSql = `select control.company, control.currency, control.business_date, control.control, control.subject, control.title,
    control.state, control.is_decided, control.reason, control.input, control.due_on
  from mart.control as control
  inner join ${newest} as newest on newest.company = control.company and newest.newest_day = control.business_date
  order by control.company, control.list_order, control.control, control.subject, control.currency`;

const inputsSql = `select input.company, input.input, input.currency, input.business_date, input.state, input.basis, input.covered_from,
    input.covered_to, input.is_declared, input.declared_by, input.due_on, input.reason
  from mart.input_day as input
  inner join ${newest} as newest on newest.company = input.company
    and input.business_date > newest.newest_day - ${calendarDays} and input.business_date <= newest.newest_day
  order by input.company, input.input, input.currency, input.business_date`;

const waiversSql = `select waiver.company, waiver.control, waiver.currency, waiver.subject, waiver.from_day, waiver.until_day,
    waiver.why, waiver.author
  from core.waiver as waiver
  inner join ${newest} as newest on newest.company = waiver.company
    and waiver.from_day <= newest.newest_day and coalesce(waiver.until_day, newest.newest_day) >= newest.newest_day
  order by waiver.company, waiver.waiver_no`;

export async function readStatusProof(snapshots: Snapshots): Promise<StatusProof> {
  const register = await snapshots.read(registerSql);
  const inputs = await snapshots.read(inputsSql);
  const companies = [...new Set(register.map(({ company }) => String(company)))];
  const of = (rows: readonly WarehouseRow[], company: string) => rows.filter((row) => row.company === company);
  const ofNewest = (company: string) => {
    const day = of(register, company)[0]?.business_date ?? null;
    return { day, inputs: of(inputs, company).filter(({ business_date }) => business_date === day) };
  };
  return {
    controls: companies.map((company) => {
      const { day, inputs: ofDay } = ofNewest(company);
      const own = of(register, company);
      const { made, required, outOfBalance } = controlCounts(own);
      return {
        company,
        business_date: day,
        proof: proofText(own, ofDay, english()),
        control_count: required,
        made_count: made,
        out_of_balance_count: outOfBalance,
      };
    }),
    inputs,
    awaited: companies.flatMap((company) => {
      const awaited = ofNewest(company).inputs.filter(({ state }) => state === 'awaited');
      return [...new Map(awaited.map((row) => [`${row.input} ${row.due_on}`, row])).values()].map(
        ({ input, due_on }) => ({
          company,
          input: input ?? null,
          due_on: due_on ?? null,
        }),
      );
    }),
    not_set_up: companies.flatMap((company) =>
      notSetUp(of(register, company), ofNewest(company).inputs).map((name) => ({ company, name })),
    ),
    waivers: await snapshots.read(waiversSql),
  };
}

/** The calendar of the inputs of one company: a line for each input, a column for each day. */
function calendarText(rows: readonly WarehouseRow[]): string {
  const last = rows
    .map(({ business_date }) => String(business_date))
    .sort()
    .at(-1);
  if (last === undefined) return '';
  const days = Array.from({ length: calendarDays }, (_, index) => dayFrom(last, index + 1 - calendarDays));
  const inputs = inputsInOrder(rows);
  const width = Math.max(...inputs.map((input) => inputName(input, english()).length));
  const seen = new Set<State>();
  const lines = inputs.map((input) => {
    const cells = days.map((day) => {
      const state = worstState(rows.filter((row) => row.input === input && row.business_date === day));
      if (state === undefined) return '  ';
      seen.add(state);
      return ` ${stateMarks[state].mark}`;
    });
    return `  ${inputName(input, english()).padEnd(width)} ${cells.join(' ')}`.trimEnd();
  });
  const head = `  ${' '.repeat(width)} ${days.map((day) => String(Number(day.slice(8))).padStart(2)).join(' ')}`;
  const legend = [...seen].map((state) =>
    `${stateMarks[state].mark} ${english().find(`state-${state}`) ?? state}`.toLowerCase(),
  );
  return [
    `  ${shortDay(days[0] ?? last, english())} to ${shortDay(last, english())}: ${legend.join(', ')}`,
    head,
    ...lines,
  ].join('\n');
}

const indented = (text: string, width: number) =>
  sentenceText(text, width - 4)
    .split('\n')
    .map((line, index) => (index === 0 ? `  ${line}` : `    ${line}`))
    .join('\n');

/** The proof of each company, the calendar of its inputs, and the waivers in force. */
export function statusProofText({ controls, inputs, awaited, waivers }: StatusProof, width: number): string {
  const blocks = controls.map(({ company, business_date, proof }) => {
    const own = (rows: readonly WarehouseRow[]) => rows.filter((row) => row.company === company);
    const due = own(awaited).map(
      ({ input, due_on }) =>
        `Awaited: ${inputName(String(input), english())}${due_on == null ? '' : `, due on ${shortDay(String(due_on), english())}`}.`,
    );
    const waived = own(waivers).map(({ control, subject, currency, why, author, from_day, until_day }) => {
      const what = [control, subject, currency].filter((part) => part != null && part !== '').join(', ');
      const until = until_day == null ? 'without an end' : `through ${shortDay(String(until_day), english())}`;
      return `Waived: ${what}, from ${shortDay(String(from_day), english())} ${until}, by ${author}: ${why}`;
    });
    const lines = [`${shortDay(String(business_date), english())}: ${proof}`, ...due, ...waived];
    return [String(company), ...lines.map((line) => indented(line, width)), calendarText(own(inputs))].join('\n');
  });
  return `Controls and inputs\n${blocks.length === 0 ? 'None.' : blocks.join('\n\n')}\n`;
}
