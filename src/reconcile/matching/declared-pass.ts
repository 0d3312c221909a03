import { TieoutError } from '../../domain/tieout-error.ts';

/** One matching pass as a reconciliation declares it. Settings are SQL literals, passed by name. */
export type DeclaredPass = {
  pass: string;
  settings: Record<string, string>;
  /** The file of a pass that the configuration adds. */
  file?: string;
};

const literal = String.raw`-?\d+(?:\.\d+)?|true|false|null|'(?:[^']|'')*'|\[(?:\s*'(?:[^']|'')*'\s*,?)*\]`;
const setting = new RegExp(String.raw`^\s*([a-z][a-z0-9_]*)\s*:=\s*(${literal})\s*(?:,|$)`);
const passLine = /^([a-z][a-z0-9_]*)(?:\((.*)\))?$/;

function wrongPass(text: string, file: string, problem: string): TieoutError {
  return new TieoutError({
    code: 'MATCHING_PASS_WRONG',
    message: `The pass "${text}" cannot be read: ${problem}.`,
    remedy:
      'Write it as in sql/match: `-- pass: amount_in_window(days_after := 3)`. Values are numbers, true, false, null, texts in quotes, or lists of texts.',
    place: { file },
    exitStatus: 2,
  });
}

/** Reads `name(setting := literal, …)`. Only literals are accepted, since the text becomes part of a statement. */
export function readPass(text: string, file: string): DeclaredPass {
  const [, pass, listed = ''] = passLine.exec(text.trim()) ?? [];
  if (pass === undefined) throw wrongPass(text, file, 'it is not a name with settings in brackets');
  const settings: Record<string, string> = {};
  let rest = listed;
  while (rest.trim() !== '') {
    const found = setting.exec(rest);
    const [whole, name, value] = found ?? [];
    if (whole === undefined || name === undefined || value === undefined)
      throw wrongPass(text, file, `"${rest.trim()}" is not a setting`);
    if (Object.hasOwn(settings, name)) throw wrongPass(text, file, `${name} is set twice`);
    settings[name] = value;
    rest = rest.slice(whole.length);
  }
  return { pass, settings };
}

/** The passes at the head of a reconciliation's file, one per line (`-- pass: …`), in their order. */
export function declaredPasses(text: string, file: string): DeclaredPass[] {
  const passes: DeclaredPass[] = [];
  for (const line of text.split('\n')) {
    if (!line.startsWith('--')) break;
    const [, declared] = /^-- pass: (.*)$/.exec(line) ?? [];
    if (declared !== undefined) passes.push(readPass(declared, file));
  }
  return passes;
}

/** A number among the settings of a pass, or its default where it is not given or null. */
export function numberSetting({ settings }: DeclaredPass, name: string, otherwise: number): number {
  const value = settings[name];
  return value === undefined || value === 'null' ? otherwise : Number(value);
}

/** A text among the settings of a pass, without its quotes, or its default. */
export function textSetting({ settings }: DeclaredPass, name: string, otherwise: string): string {
  const value = settings[name];
  return value === undefined ? otherwise : value.slice(1, -1).replaceAll("''", "'");
}

/** The texts of a list among the settings of a pass; none where it is not given or null. */
export function listSetting({ settings }: DeclaredPass, name: string): string[] {
  const texts = settings[name]?.match(/'(?:[^']|'')*'/g) ?? [];
  return texts.map((text) => text.slice(1, -1).replaceAll("''", "'"));
}

/** The error of a setting that is not what it has to be. */
export function wrongSetting({ pass, settings, file }: DeclaredPass, name: string, expected: string): TieoutError {
  return wrongPass(`${pass}(${name} := ${settings[name]})`, file ?? 'sql/reconcile', `${name} is not ${expected}`);
}

/** A number among the settings of a pass, between two limits. Throws MATCHING_PASS_WRONG. */
export function numberWithin(pass: DeclaredPass, name: string, least: number, most: number): number {
  const value = Number(pass.settings[name]);
  if (value >= least && value <= most) return value;
  throw wrongSetting(pass, name, `a number from ${least} to ${most}`);
}
