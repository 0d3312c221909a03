/** The delimiters that are tried where a file declares none. */
export const usualDelimiters = [',', ';', '\t', '|'];

/** What people call a delimiter. */
export const delimiterNames: Readonly<Record<string, string>> = {
  ',': 'comma',
  ';': 'semicolon',
  '\t': 'tab',
  '|': 'bar',
};
