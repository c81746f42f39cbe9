/** Three-letter codes of languages, by the two-letter codes that clients of LlamaIndex send. */
const threeLetterCodes: Readonly<Record<string, string>> = {
  en: 'eng',
  de: 'deu',
  fr: 'fra',
  es: 'spa',
  it: 'ita',
  pt: 'por',
  nl: 'nld',
  pl: 'pol',
  cs: 'ces',
  sv: 'swe',
  da: 'dan',
}

export const toThreeLetterCode = (language: string): string =>
  threeLetterCodes[language] ?? language
