import { type DeclaredText, english, type Words, wordsIn } from '../messages/words.ts';
import { reconciliations } from '../reconcile/reconciliations.ts';
import { loadDefinition } from './load-definition.ts';

/**
 * The English texts that the shipped heads of sql/reconcile and reports/daily.yaml declare, with the codes of their messages in other
 * languages. A text that several declare is translated once, by the first code that a language has.
 */
export async function declaredTexts(): Promise<DeclaredText[]> {
  const heads = (await reconciliations()).flatMap(({ name, title, left, right, meaning, action, absent, reasons }) => [
    ...Object.entries({ title, left, right, meaning, action, absent }).flatMap(([key, text]): DeclaredText[] =>
      text === undefined ? [] : [[`${name}-${key}`, text]],
    ),
    ...reasons.flatMap((reason): DeclaredText[] => [
      [`${name}-${reason.code}-meaning`, reason.meaning],
      [`${name}-${reason.code}-action`, reason.action],
    ]),
  ]);
  const { title, sections } = await loadDefinition();
  const sheets = sections.flatMap(({ name, title, about, columns }): DeclaredText[] => [
    [`sheet-${name}`, title],
    [`sheet-${name}-about`, about],
    ...columns.map((column): DeclaredText => [`sheet-${name}-${column.field}`, column.title]),
  ]);
  return [...heads, ['report', title], ...sheets];
}

/** The texts of a language of the configuration, with those of heads and reports. */
export async function wordsOf(language: string): Promise<Words> {
  return language === 'en' ? english() : wordsIn(language, await declaredTexts());
}
