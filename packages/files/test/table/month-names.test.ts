import { expect, test } from 'vitest';
import { monthNames, namesOfMonths } from '../../src/table/month-names.ts';

test('each language has twelve months, in lower case', () => {
  for (const [language, months] of Object.entries(monthNames)) {
    expect(months, language).toHaveLength(12);
    for (const name of months.flatMap((names) => names.split(' '))) expect(name).toMatch(/^\p{Ll}{3,10}$/u);
  }
});

test('no name has different months in two languages', () => {
  const months = namesOfMonths(Object.keys(monthNames));
  const twice = months.flatMap((names, month) =>
    names.filter((name) => months.some((others, other) => other !== month && others.includes(name))),
  );
  expect(twice).toEqual([]);
});

test('no name is given twice to a month of a language', () => {
  for (const names of Object.values(monthNames).flat()) {
    const all = names.split(' ');
    expect([...new Set(all)]).toEqual(all);
  }
});
