import { businessFields } from '../labels/business-fields.ts'
import { fold, wordsOf } from '../values/fold.ts'
import concepts from '../vocabulary/concepts.json' with { type: 'json' }
import {
  languages,
  namedWordsInAllLanguages,
  type WordListName,
  wordsInAllLanguages,
} from '../vocabulary/languages.ts'

type WordSet = ReadonlySet<string>

export const foldedWords = (list: WordListName): WordSet =>
  new Set(wordsInAllLanguages(list).map(fold))

/** Words of a question that do not name anything in a document. */
export const ignoredWords: WordSet = foldedWords('questionWords')

/**
 * A question about the seller's details can name the seller; one about the customer's must name the
 * customer.
 */
export const sellerWords: WordSet = foldedWords('sellerWords')
export const customerWords: WordSet = foldedWords('customerWords')
export const deliveryWords: WordSet = foldedWords('deliveryWords')

export const subjectWords: WordSet = foldedWords('subjectWords')

/** Imperatives at the beginning of a prompt. */
export const imperativeWords: WordSet = foldedWords('orderWords')

export const dateWords: WordSet = foldedWords('dateWords')

/** Words for kinds of documents in a question. */
export const titleWords: WordSet = foldedWords('titles')

/** Words for a letter, which has no title that says so. */
export const letterWords: WordSet = new Set(concepts.contexts.letter.split(', '))

export const nameWords: WordSet = foldedWords('nameWords')

/** Whether the words only ask for a name. */
export const asksOnlyForName = (words: readonly string[]): boolean =>
  words.every((word) => nameWords.has(word))

const fieldAndPartyWords: WordSet = new Set([
  ...businessFields.flatMap(({ questionPhrases }) => questionPhrases.flat()),
  ...sellerWords,
  ...customerWords,
  ...deliveryWords,
])

/**
 * Converts a key with umlauts spelled as two letters to the spelling of the vocabulary: `haendler`.
 */
export function normalizeUmlauts(word: string): string {
  const shortSpelling = word.replace(/([aou])e/g, '$1')
  return !fieldAndPartyWords.has(word) && fieldAndPartyWords.has(shortSpelling)
    ? shortSpelling
    : word
}

const payeeWord = 'payeeparty'

/** The names of phrases of questions; each name is also the word that replaces them. */
const clauseNames = ['seller', 'customer', 'gross', 'net', 'due', 'payee'] as const

/** The word that replaces each phrase. Labels have the word `payee` for an account holder. */
const wordByClause: ReadonlyMap<string, string> = new Map(
  clauseNames.flatMap((name) =>
    namedWordsInAllLanguages('clauses', name).map(
      (clause) => [wordsOf(clause).join(' '), name === 'payee' ? payeeWord : name] as const,
    ),
  ),
)
const clauseLengths = [
  ...new Set([...wordByClause.keys()].map((clause) => clause.split(' ').length)),
].toSorted((a, b) => b - a)

/** As a noun, `ship` is a vessel, and otherwise what a delivery is called. */
const shipAsNoun =
  /(?<!\p{L})(the|which|what|this|a)(?: name of the)? ship(?!\p{L}|\s(?:to|date|from|via)(?!\p{L}))/giu

export const nameVessel = (prompt: string): string => prompt.replace(shipAsNoun, '$1 vessel')

/** A part of a question that says what is not asked for: `(not the due date)`. */
const negatedPart = /[(,;]\s*(?:not|nicht|pas|non|niet|ikke|inte|nie)\s[^),;.?!]*\)?/giu

/**
 * Replaces phrases of a question with the word that they stand for, the longest phrases first: `the
 * company that the invoice is addressed to` asks for the customer. Negated parts are dropped.
 */
export function replaceClauses(prompt: string): string {
  const question = nameVessel(prompt.replace(negatedPart, ' '))
  // Words stand at even positions, and what separates them at odd ones.
  const parts = question.split(/([^\p{L}\p{N}]+)/u)
  const words = parts.filter((_, index) => index % 2 === 0).map(fold)
  const replacedParts: string[] = []
  for (let index = 0; index < words.length; ) {
    const length = clauseLengths.find((count) => findClauseWord(words, index, count))
    const word = length && findClauseWord(words, index, length)
    const end = index + (length ?? 1)
    replacedParts.push(word || (parts[2 * index] ?? ''), parts[2 * end - 1] ?? '')
    index = end
  }
  return replacedParts.join('')
}

const findClauseWord = (words: readonly string[], from: number, length: number) =>
  from + length <= words.length
    ? wordByClause.get(words.slice(from, from + length).join(' '))
    : undefined

/** Words for the party that is paid. */
export const payeeWords: WordSet = new Set([...sellerWords, payeeWord, 'due'])

const amountClauses: WordSet = new Set(['gross', 'net', 'due'])
/** Words and codes of currencies, in which a question wants an amount. */
export const currencyWords: WordSet = new Set(
  languages.flatMap(({ currencies }) =>
    Object.entries(currencies).flatMap(([code, words = []]) =>
      [code, ...words].flatMap((word) => wordsOf(word)),
    ),
  ),
)

export const amountWords: WordSet = foldedWords('amountWords')

/**
 * A phrase such as `without tax` says which amount is meant; a word for an amount adds nothing. An
 * amount to pay includes the tax.
 */
export function dropAmountWords(words: readonly string[]): readonly string[] {
  if (!words.some((word) => amountClauses.has(word))) return words
  const isDue = words.includes('due')
  return words.filter((word) => !amountWords.has(word) && !(isDue && word === 'gross'))
}

/** Kinds of values by the first words of a question: `who issued it` does not ask for a date. */
const openings: readonly (readonly [words: RegExp, kinds: readonly RequestedKind[]])[] = [
  [
    /^(?:who|whom|whose|by whom|to whom|wer|wem|wen|qui|de qui|à qui|qui[eé]n|chi|quem)\b/i,
    ['text'],
  ],
  [/^(?:when|wann|quand|cu[aá]ndo|wanneer|quando|kiedy)\b/i, ['date']],
  [/^(?:how much|wie ?viel|combien|cu[aá]nto|hoeveel|quanto|ile)\b/i, ['number']],
  [
    /^(?:is|are|was|were|does|do|did|has|have|ist|sind|war|hat|wurde|wird|est-ce|é|è|czy|is er)\s/i,
    [],
  ],
]

type RequestedKind = 'text' | 'number' | 'date'

/** The kinds of values that the first words of a prompt ask for; `undefined` if they do not say. */
export const getRequestedKinds = (prompt: string): readonly RequestedKind[] | undefined =>
  openings.find(([words]) => words.test(prompt.replace(/^[\s¿¡]+/u, '')))?.[1]
