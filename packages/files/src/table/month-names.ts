/**
 * The names of the months in dates of files, in lower case, by language: each month has its names from January on, with their short
 * forms. A name with different months in two languages must not be here: a test compares them.
 */
export const monthNames: Readonly<Record<string, readonly string[]>> = {
  english: [
    ...['january jan', 'february feb', 'march mar', 'april apr', 'may', 'june jun', 'july jul', 'august aug'],
    ...['september sept sep', 'october oct', 'november nov', 'december dec'],
  ],
  malay: [
    ...['januari jan', 'februari feb', 'mac', 'april apr', 'mei', 'jun', 'julai jul', 'ogos ogo ogs'],
    ...['september sep', 'oktober okt', 'november nov', 'disember dis'],
  ],
  indonesian: [
    ...['januari jan', 'februari pebruari feb', 'maret mar', 'april apr', 'mei', 'juni jun', 'juli jul'],
    ...['agustus agu agt', 'september sep', 'oktober okt', 'november nopember nov nop', 'desember des'],
  ],
  spanish: [
    ...['enero ene', 'febrero feb', 'marzo mar', 'abril abr', 'mayo may', 'junio jun', 'julio jul', 'agosto ago'],
    ...['septiembre setiembre sept sep', 'octubre oct', 'noviembre nov', 'diciembre dic'],
  ],
  // "jui" may be juin or juillet
  french: [
    ...[
      'janvier janv jan',
      'février fevrier févr fevr fév fev',
      'mars mar',
      'avril avr',
      'mai',
      'juin',
      'juillet juil',
    ],
    ...['août aout', 'septembre sept sep', 'octobre oct', 'novembre nov', 'décembre decembre déc dec'],
  ],
  german: [
    ...['januar jänner jan jän', 'februar feb', 'märz maerz mär mrz', 'april apr', 'mai', 'juni jun', 'juli jul'],
    ...['august aug', 'september sept sep', 'oktober okt', 'november nov', 'dezember dez'],
  ],
  italian: [
    ...['gennaio gen', 'febbraio feb', 'marzo mar', 'aprile apr', 'maggio mag', 'giugno giu', 'luglio lug'],
    ...['agosto ago', 'settembre set sett', 'ottobre ott', 'novembre nov', 'dicembre dic'],
  ],
  dutch: [
    ...['januari jan', 'februari feb', 'maart mrt', 'april apr', 'mei', 'juni jun', 'juli jul', 'augustus aug'],
    ...['september sept sep', 'oktober okt', 'november nov', 'december dec'],
  ],
  portuguese: [
    ...['janeiro jan', 'fevereiro fev', 'março marco mar', 'abril abr', 'maio mai', 'junho jun', 'julho jul'],
    ...['agosto ago', 'setembro set', 'outubro out', 'novembro nov', 'dezembro dez'],
  ],
};

/** The names of each month, from January on, in the given languages. */
export function namesOfMonths(languages: readonly string[]): string[][] {
  return Array.from({ length: 12 }, (_, month) => [
    ...new Set(languages.flatMap((language) => monthNames[language]?.[month]?.split(' ') ?? [])),
  ]);
}
