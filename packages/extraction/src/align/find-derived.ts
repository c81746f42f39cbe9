import { findCountryCode, isCountryCode } from '../values/country-codes.ts'
import { canMeanCurrency } from '../values/currency-signs.ts'
import { fold } from '../values/fold.ts'
import { findVatIds } from '../values/shapes.ts'
import { namedWordsInAllLanguages } from '../vocabulary/languages.ts'
import { type Haystack, maxOccurrences, type Occurrence } from './haystack.ts'
import { type Passage, slicePassage } from './passage.ts'

/**
 * Finds the words from which a text follows that is not printed itself: a currency code from its
 * sign or name, a country from its name or its code in a VAT id.
 */
export function findDerived(
  haystack: Haystack,
  value: string,
  questionWords: ReadonlySet<string>,
): readonly Occurrence[] {
  if (/^[A-Z]{3}$/.test(value)) return findCurrency(haystack, value)
  return asksForCountry(questionWords) ? findCountry(haystack, value) : []
}

function findCurrency(haystack: Haystack, code: string): readonly Occurrence[] {
  const bySign = haystack
    .numbers()
    .filter(({ match: { currency } }) => currency !== undefined && canMeanCurrency(currency, code))
    .slice(0, maxOccurrences)
    .flatMap(({ line, match: { start, end, currency = '' } }) => {
      const index = line.text.indexOf(currency, start)
      return index < 0 || index >= end
        ? []
        : toDerivedOccurrences(haystack, line, [index, index + currency.length])
    })
  if (bySign.length > 0) return bySign
  const names = new Set(namedWordsInAllLanguages('currencies', code).map(fold))
  return findNameOccurrences(haystack, (name) => names.has(name))
}

const countryWords = namedWordsInAllLanguages('labels', 'country').map(fold)

/** Whether the question asks for a country: two letters often mean something else. */
function asksForCountry(questionWords: ReadonlySet<string>): boolean {
  return countryWords.some((word) => questionWords.has(word))
}

function findCountry(haystack: Haystack, value: string): readonly Occurrence[] {
  const code = findCountryCode(value) ?? (isCountryCode(value) ? value : undefined)
  if (code === undefined) return []
  const byName = findNameOccurrences(haystack, (name) => findCountryCode(name) === code)
  if (byName.length > 0) return byName
  return haystack.lines
    .flatMap((line) =>
      findVatIds(line.text)
        .filter((vatId) => getCountryOfVatId(vatId.value) === code)
        .flatMap(({ start, end }) => toDerivedOccurrences(haystack, line, [start, end])),
    )
    .slice(0, maxOccurrences)
}

const otherPrefixes: Readonly<Record<string, string>> = { EL: 'GR', XI: 'GB' }

function getCountryOfVatId(id: string): string {
  const prefix = id.slice(0, 2)
  return otherPrefixes[prefix] ?? prefix
}

/** Maximum number of words in the name of a currency or country. */
const maxNameWords = 4

/** Finds runs of words on a line that form a name. */
function findNameOccurrences(
  haystack: Haystack,
  isName: (name: string) => boolean,
): readonly Occurrence[] {
  const occurrences: Occurrence[] = []
  for (const { page, words } of haystack.lines) {
    const all = haystack.document.pages[page]?.words ?? []
    const texts = words.map((word) => trimPunctuation(all[word]?.text ?? ''))
    for (const from of texts.keys()) {
      const count = countNameWords(texts, from, isName)
      if (count === 0) continue
      occurrences.push([{ page, words: words.slice(from, from + count), match: 'derived' }])
      if (occurrences.length >= maxOccurrences) return occurrences
    }
  }
  return occurrences
}

/** Removes the punctuation around a word. */
function trimPunctuation(text: string): string {
  const letters = fold(text)
  const first = letters.search(/\p{L}/u)
  if (first < 0) return ''
  let end = letters.length
  while (end > first && !/\p{L}/u.test(letters.charAt(end - 1))) end -= 1
  return letters.slice(first, end)
}

/** Returns the length of a name in words; 0 when no name begins here. */
function countNameWords(
  texts: readonly string[],
  from: number,
  isName: (name: string) => boolean,
): number {
  for (let count = Math.min(maxNameWords, texts.length - from); count > 0; count--) {
    if (isName(texts.slice(from, from + count).join(' '))) return count
  }
  return 0
}

function toDerivedOccurrences(
  { document }: Haystack,
  line: Passage,
  [start, end]: readonly [start: number, end: number],
): readonly Occurrence[] {
  const part = slicePassage(document, line, start, end)
  return part ? [[{ page: part.page, words: part.words, match: 'derived' }]] : []
}
