import { type ColumnKind, findColumnKinds } from '../../labels/column-kinds.ts'
import { isOmittable, toLabelWords, toPhrase, toPhraseKey } from '../../labels/phrases.ts'
import { wordsOf } from '../../values/fold.ts'
import { toMeaningTokens } from '../concepts/meaning-tokens.ts'
import { hasKey } from '../concepts/meant-question.ts'
import { isSameNoun } from './same-noun.ts'

/** The meaning of a heading or of the name of a requested column. */
export type ColumnMeaning = {
  readonly phrase: readonly string[]
  /** Folded words that carry meaning. */
  readonly words: readonly string[]
  /** Folded words in brackets, which state what a column is measured in: `Term (months)`. */
  readonly measureWords: readonly string[]
  /** The kinds that the whole name stands for. */
  readonly kinds: readonly ColumnKind[]
  /** The kinds that only its main word stands for; empty when the whole name stands for one. */
  readonly mainKinds: readonly ColumnKind[]
}

const meaningByText = new Map<string, ColumnMeaning>()
const maxCachedTexts = 4000

/** Interprets the text of a heading. The result is cached, because every question needs it. */
export function interpretColumn(text: string): ColumnMeaning {
  const cachedMeaning = meaningByText.get(text)
  if (cachedMeaning) return cachedMeaning
  if (meaningByText.size >= maxCachedTexts) meaningByText.clear()
  const meaning = computeMeaning(text)
  meaningByText.set(text, meaning)
  return meaning
}

function computeMeaning(text: string): ColumnMeaning {
  const phrase = toPhrase(text)
  const kinds = findKindsOfName(text)
  return {
    phrase,
    words: toMeaningWords(text),
    measureWords: toLabelWords(/\(([^()]{1,40})\)/u.exec(text)?.[1] ?? ''),
    kinds,
    mainKinds: kinds.length > 0 ? [] : [...findMainKinds(phrase), ...findKindsOfUnit(text)],
  }
}

const currencyOnly = /^(?:\p{Sc}|EUR|USD|GBP|CHF|PLN|CZK|SEK|DKK|NOK)$/iu

/** A heading that ends in a currency stands above amounts: `Prepaid USD`. */
const findKindsOfUnit = (text: string): readonly ColumnKind[] =>
  currencyOnly.test(
    text
      .trim()
      .split(/[\s(),]+/u)
      .findLast((word) => word !== '') ?? '',
  )
    ? ['amount']
    : []

const currencyPerUnit = /^(?:\p{Sc}|[A-Z]{3}) ?\/ ?\p{L}{1,8}\.?$/u

/** Finds the kinds of a name, with and without its unit, and in both of its languages. */
function findKindsOfName(text: string): readonly ColumnKind[] {
  if (currencyOnly.test(text.replace(/[^\p{L}\p{Sc}]/gu, ''))) return ['amount']
  if (currencyPerUnit.test(text.trim())) return ['price']
  const names = [text, dropUnit(text), ...(text.includes('/') ? text.split('/') : [])]
  for (const name of names) {
    const phrase = toPhrase(name)
    const kinds = phrase.length === 0 && !/[%±#]/u.test(name) ? [] : findColumnKinds(phrase)
    if (kinds.length > 0) return kinds
  }
  return []
}

const qualifiers = new Set(
  'net gross netto brutto ht ttc excl incl inkl exkl iva vat mwst ust tva btw moms gbp kg'.split(
    ' ',
  ),
)

/** Drops what states only how a column is measured: `(EUR)`, `in m²`, `netto`. */
function dropUnit(text: string): string {
  const withoutBrackets = text.replace(/\([^()]{0,60}\)|\[[^[\]]{0,60}\]/gu, ' ')
  const words = withoutBrackets.split(/\s+/u).filter((word) => /[\p{L}%±#]/u.test(word))
  const inIndex = words.findIndex((word, index) => index > 0 && /^(?:in|en)$/iu.test(word))
  const nameWords = inIndex > 0 ? words.slice(0, inIndex) : words
  const mainWords = nameWords.filter((word) => !qualifiers.has(wordsOf(word)[0] ?? ''))
  return (mainWords.length > 0 ? mainWords : nameWords).join(' ')
}

function toMeaningWords(text: string): readonly string[] {
  const withoutDate = text.replace(/\d{1,2}\.?\s\p{L}{3,10}\.?(?:\s\d{4})?/gu, ' ')
  const words = toLabelWords(dropUnit(withoutDate)).filter((word) => !isOmittable(word))
  return words.length > 0 ? words : toLabelWords(text)
}

/** Languages in which the main word of a name comes last name most of it last: `booking date`. */
function findMainKinds(phrase: readonly string[]): readonly ColumnKind[] {
  const ends = [phrase.at(-1), phrase[0]].filter((word) => word !== undefined)
  const kinds = ends.flatMap((word) => [
    ...findColumnKinds([word]),
    ...compoundEnds(word).flatMap((end) => findColumnKinds([end])),
  ])
  return [...new Set(kinds)]
}

const minWordLength = 4
/** Longer words are no compounds. */
const maxWordLength = 60

/** The ends of a compound word that can be words themselves: `Buchungsdatum` ends in `datum`. */
function compoundEnds(word: string): readonly string[] {
  if (word.length < 2 * minWordLength || word.length > maxWordLength) return []
  return Array.from({ length: word.length - 2 * minWordLength + 1 }, (_, index) =>
    word.slice(minWordLength + index),
  )
}

/** Kinds of columns that many different tables have: they do not tell what a table is about. */
const commonKinds: ReadonlySet<ColumnKind> = new Set<ColumnKind>([
  'position',
  'code',
  'description',
  'quantity',
  'unit',
  'price',
  'discount',
  'tax',
  'amount',
  'date',
  'name',
  'time',
  'type',
  'place',
  'remark',
  'result',
  'start',
  'end',
  'year',
  'topic',
  'percent',
  'status',
  'limit',
])

/** Whether a column tells what a table is about. */
export const isDistinguishing = ({ kinds, words }: ColumnMeaning): boolean =>
  words.length > 0 && !kinds.some((kind) => commonKinds.has(kind))

const sharesKind = (a: readonly ColumnKind[], b: readonly ColumnKind[]) =>
  a.some((kind) => b.includes(kind))

/** Minimum score of a match that counts as the same column. */
export const minMatchScore = 0.45

/** Scores how likely a heading names the requested column, 0 to 1. */
export function scoreColumnMeaning(requestedName: ColumnMeaning, heading: ColumnMeaning): number {
  if (requestedName.phrase.length > 0 && hasSamePhrase(requestedName, heading)) return 1
  if (hasSameWords(requestedName.words, heading.words)) return 0.97
  if (requestedName.kinds.length > 0 && heading.kinds.length > 0)
    return scoreKinds(requestedName, heading)
  return Math.max(
    scoreWords(requestedName, heading),
    scoreMainKinds(requestedName, heading),
    scoreConcepts(requestedName, heading),
    scoreShortForms(requestedName, heading),
  )
}

const shortFormScore = 0.6

/** One name is the initials of the other, or it is what the other is measured in. */
function scoreShortForms(requestedName: ColumnMeaning, heading: ColumnMeaning): number {
  const areInitials =
    hasInitials(requestedName.phrase, heading.phrase) ||
    hasInitials(heading.phrase, requestedName.phrase)
  const isShortened =
    abbreviatesEach(heading.phrase, requestedName.phrase) ||
    abbreviates(heading.phrase, requestedName.words) ||
    abbreviates(requestedName.phrase, heading.words)
  return areInitials || isShortened || isEveryWordIn(requestedName.words, heading.measureWords)
    ? shortFormScore
    : 0
}

const minAbbreviation = 3
const maxAbbreviation = 5

/** Whether a name has a short form of a word: `Pkgs` or `Ret.` for `packages` or `retención`. */
const abbreviates = (name: readonly string[], words: readonly string[]): boolean =>
  name.some(
    (short) =>
      short.length >= minAbbreviation &&
      short.length <= maxAbbreviation &&
      words.some((word) => isShortForm(short, word)),
  )

/** Whether every word of a name is the beginning of the same word of another: `P. bruto` for `peso bruto`. */
const abbreviatesEach = (name: readonly string[], words: readonly string[]): boolean =>
  name.length > 1 &&
  name.length === words.length &&
  name.every((short, index) => words[index]?.startsWith(short) === true)

/** Whether a word begins with a short form that ends in a consonant, or has its consonants in their order. */
function isShortForm(short: string, word: string): boolean {
  if (word.length < short.length + 2 || short[0] !== word[0]) return false
  if (/[aeiouy]$/.test(short)) return false
  if (word.startsWith(short)) return true
  if (/[aeiouy]/.test(short)) return false
  let index = 0
  for (const letter of word) if (letter === short[index]) index += 1
  return index === short.length
}

const minInitials = 3

/** Whether a name of one word has the initials of another name: `ACV` and `Actual cash value`. */
const hasInitials = (name: readonly string[], phrase: readonly string[]): boolean =>
  name.length === 1 &&
  phrase.length >= minInitials &&
  name[0] === phrase.map((word) => word.slice(0, 1)).join('')

const conceptScore = 0.6
const conceptGroups: ReadonlySet<string> = new Set(['things', 'roles', 'contexts', 'modifiers'])

/** The quantity that each unit measures. */
const measuresByUnit: ReadonlyMap<string, string> = new Map([
  ['cubicmetre', 'volume'],
  ['litre', 'volume'],
  ['squaremetre', 'area'],
  ['kilogram', 'weight'],
  ['kilometre', 'mileage'],
])

function withMeasure(key: string): readonly string[] {
  const measure = measuresByUnit.get(key)
  return measure === undefined ? [key] : [key, measure]
}

/** Whether a heading says all of a requested name in other words, such as those of another language. */
function scoreConcepts(requestedName: ColumnMeaning, heading: ColumnMeaning): number {
  const [requestedTokens, headingTokens] = [requestedName, heading].map(({ phrase }) =>
    toMeaningTokens(phrase.join(' '))
      .filter(({ group }) => group !== 'forms')
      .map((token) => ({ ...token, keys: token.keys.flatMap(withMeasure) })),
  )
  const isSaid =
    requestedTokens !== undefined &&
    headingTokens !== undefined &&
    [...requestedTokens, ...headingTokens].some(({ group }) => conceptGroups.has(group)) &&
    requestedTokens.length > 0 &&
    headingTokens.length > 0 &&
    requestedTokens.every((token) => hasKey(headingTokens, token)) &&
    headingTokens.every((token) => hasKey(requestedTokens, token))
  return isSaid ? conceptScore : 0
}

const hasSameWords = (a: readonly string[], b: readonly string[]) =>
  isEveryWordIn(a, b) && isEveryWordIn(b, a)

function scoreKinds(requestedName: ColumnMeaning, heading: ColumnMeaning): number {
  if (sharesKind(requestedName.kinds, heading.kinds)) return 0.85
  if (hasRelatedKind(requestedName.kinds, heading.kinds)) return minMatchScore
  return requestedName.words.length === 1 && isPartOf(heading.words, requestedName.words[0])
    ? 0.35
    : 0
}

/** Kinds that one table distinguishes and another does not. */
const relatedKinds: readonly (readonly [ColumnKind, ColumnKind])[] = [
  ['quantity', 'ordered'],
  ['quantity', 'delivered'],
  ['description', 'name'],
  ['description', 'topic'],
  ['description', 'analyte'],
  ['name', 'customer'],
  ['amount', 'premium'],
  ['price', 'premium'],
  ['result', 'reading'],
  ['tax', 'percent'],
]

const hasRelatedKind = (a: readonly ColumnKind[], b: readonly ColumnKind[]) =>
  relatedKinds.some(
    ([first, second]) =>
      (a.includes(first) && b.includes(second)) || (a.includes(second) && b.includes(first)),
  )

const hasSamePhrase = (a: ColumnMeaning, b: ColumnMeaning) =>
  toPhraseKey(a.phrase) === toPhraseKey(b.phrase)

const isEveryWordIn = (words: readonly string[], otherWords: readonly string[]) =>
  words.length > 0 &&
  words.every((word) => otherWords.some((otherWord) => isSameNoun(word, otherWord)))

/** One name contains the other, or their words are compounds of the same word. */
function scoreWords(requestedName: ColumnMeaning, heading: ColumnMeaning): number {
  const share =
    Math.min(requestedName.words.length, heading.words.length) /
    Math.max(1, requestedName.words.length, heading.words.length)
  if (isEveryWordIn(requestedName.words, heading.words)) return 0.55 + 0.25 * share
  // A name with a common word inside of it is more specific than that word.
  if (isEveryWordIn(heading.words, requestedName.words))
    return heading.kinds.some((kind) => commonKinds.has(kind)) ? 0.35 : 0.5 + 0.25 * share
  const isCompound = (test: (a: string, b: string) => boolean) =>
    requestedName.words.some((word) => heading.words.some((otherWord) => test(word, otherWord)))
  if (isCompound(isCompoundOf)) return 0.5
  return isCompound(beginsCompound) ? 0.46 : 0
}

/** Whether a heading is the beginning of a requested compound: `Artikel` for `Artikelnummer`. */
const isPartOf = (words: readonly string[], requestedWord: string | undefined): boolean =>
  words.length === 1 && requestedWord !== undefined && beginsCompound(words[0] ?? '', requestedWord)

/** Whether one of two words begins with the other: `Monatswert` and `Monat`. */
function beginsCompound(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  return short.length >= minWordLength && long.length >= short.length + 3 && long.startsWith(short)
}

/** Whether one of two words ends in the other: `Jahresbeitrag` and `Beitrag`. */
function isCompoundOf(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  return short.length >= minWordLength && long.length >= short.length + 3 && long.endsWith(short)
}

function scoreMainKinds(requestedName: ColumnMeaning, heading: ColumnMeaning): number {
  const hasSameWord = requestedName.words.some(
    (word) =>
      !findColumnKinds([word]).includes('position') &&
      heading.words.some((otherWord) => isSameNoun(word, otherWord)),
  )
  if (hasSameWord && sharesKind(requestedName.mainKinds, heading.mainKinds)) return 0.55
  if (sharesKind(requestedName.kinds, heading.mainKinds)) return 0.5
  if (sharesKind(requestedName.mainKinds, heading.kinds)) return 0.3
  return sharesKind(requestedName.mainKinds, heading.mainKinds) ? 0.25 : 0
}
