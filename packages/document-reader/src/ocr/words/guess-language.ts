/**
 * Small words without their accents, which an engine of another language may have dropped. None is a usual word of two of
 * these languages unless it stands with both.
 */
const smallWords: Readonly<Record<string, string>> = {
  eng: 'the of and to in is for on with that this by from are you your be as at or not it have will if our please any was which',
  deu: 'der die das und ist den dem des mit fur auf von zu ein eine einer nicht im bei zum zur sie wir oder auch bitte sind wird uber unter ihre ihr nach durch',
  fra: 'le la les de des du et est un une dans pour par sur avec au aux ce cette vous nous votre notre ne pas que qui ou sont etre plus leur',
  spa: 'el la los las de del y en un una por para con se que su sus al lo como es no son este esta mas entre desde sobre nuestro',
  ita: 'il lo la gli le di del della dei delle e un una per con che si al alla nel nella non sono da dal questo piu anche essere ha',
  por: 'o os as de do da dos das e em no na um uma para com por que se ao nao mais seu sua foi pela pelo este esta como sao',
  nld: 'de het een en van in is op te dat voor met zijn niet aan er om ook als bij uit door naar wordt worden of deze dit uw wij onze',
  pol: 'i w z na do nie sie jest oraz za od o dla po przez przy jako ze tym przed ktory sa lub zostal jego wedlug',
  ces: 'a v na se je z s do to pro ze o za po od jako jeho nebo podle pri jsou byl ktery ktera bude tak ale',
  swe: 'och i att det som en pa ar av for med till den har de inte om ett vid fran ska eller kan var vi du din era samt',
  dan: 'og i at det som en pa er af for med til den har de ikke om et ved fra skal eller kan var vi du din der samt blev efter',
}
const languagesByWord = invert(smallWords)

/** A page of fewer small words than this says nothing. */
const minWords = 4
/** On a page of prose about a third of all words are function words; a form has far fewer. */
const minShare = 0.06
/** How many times as many as those of the next likely language. */
const minLead = 1.3

/**
 * The language that a text is written in, as Tesseract calls it, by its small words; nothing where they leave it open. Accents
 * and case do not count. Knows the eleven languages whose weights come with the product.
 */
export function guessLanguage(text: string): string | undefined {
  const words = plainWords(text)
  const counts = new Map<string, number>()
  for (const word of words)
    for (const language of languagesByWord.get(word) ?? [])
      counts.set(language, (counts.get(language) ?? 0) + 1)
  const [best, next] = [...counts].toSorted((a, b) => b[1] - a[1])
  if (!best || best[1] < minWords || best[1] < minShare * words.length) return undefined
  return best[1] >= minLead * (next?.[1] ?? 0) ? best[0] : undefined
}

function plainWords(text: string): string[] {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ł', 'l')
  return plain.match(/\p{L}+/gu) ?? []
}

function invert(words: typeof smallWords): ReadonlyMap<string, readonly string[]> {
  const languages = new Map<string, string[]>()
  for (const [language, list] of Object.entries(words))
    for (const word of new Set(list.split(' ')))
      languages.set(word, [...(languages.get(word) ?? []), language])
  return languages
}
