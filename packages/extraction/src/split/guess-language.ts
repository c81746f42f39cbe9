/** Short words that a text of a few lines has, and that few other languages have. */
const shortWords: Readonly<Record<string, string>> = {
  en: 'the of and to is for with this that are from your our have will by',
  de: 'der die das und ist für mit von den auf nicht eine dem zu sie wir',
  fr: 'le la les des et est pour avec une dans du que vous nous sur au',
  es: 'el los las y es por con una para del que se su al como más',
  it: 'il di che e per con una del della si la sono dei nel gli alla',
  nl: 'het een en van voor met op niet is dat wij te uw aan bij zijn',
  pt: 'o os as e para com uma do da não que em dos das ao são',
  pl: 'w z na do i nie się jest oraz dla przez od o po przy lub',
  cs: 'a v na se je pro od do za s o nebo že jsou podle při',
  sv: 'och att det som för av på är med den till inte ett om vi du',
  da: 'og at det som for af på er med den til ikke et om vi du',
  fi: 'ja on ei se että tai ovat sekä kuin myös joka mukaan olla tämä',
}

/** Languages of each word; a word of several languages counts for each. */
const languagesByWord: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(
    Object.groupBy(
      Object.entries(shortWords).flatMap(([language, words]) =>
        words.split(' ').map((word) => ({ word, language })),
      ),
      ({ word }) => word,
    ),
  ).map(([word, entries = []]) => [word, entries.map(({ language }) => language)]),
)

const minMatches = 6
/** The language must have this many times the matches of the next one. */
const minLead = 1.4

/** The language of lower-case words; nothing where a page has too few words, or those of two languages. */
export function guessPageLanguage(words: Iterable<string>): string | undefined {
  const counts = new Map<string, number>()
  for (const word of words)
    for (const language of languagesByWord.get(word) ?? [])
      counts.set(language, (counts.get(language) ?? 0) + 1)
  const [best, next] = [...counts].sort((a, b) => b[1] - a[1])
  if (!best || best[1] < minMatches || best[1] < minLead * (next?.[1] ?? 0)) return undefined
  return best[0]
}
