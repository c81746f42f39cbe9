import { businessFields } from '../labels/business-fields.ts'
import { fold, wordsOf } from '../values/fold.ts'
import { type WordListName, wordsInAllLanguages } from '../vocabulary/languages.ts'

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

/** Phrases that refer to a party, each with a word for that party that replaces it. */
const partyByClause: ReadonlyMap<string, string> = new Map(
  (
    [
      ['sellerClauses', 'seller'],
      ['customerClauses', 'customer'],
    ] as const
  ).flatMap(([list, party]) =>
    wordsInAllLanguages(list).map((clause) => [wordsOf(clause).join(' '), party] as const),
  ),
)
const clauseLengths = [
  ...new Set([...partyByClause.keys()].map((clause) => clause.split(' ').length)),
].toSorted((a, b) => b - a)

/**
 * Replaces phrases of a question that refer to a party with a word for it, the longest phrases
 * first: `the company that the invoice is addressed to` asks for the customer.
 */
export function replaceClauses(question: string): string {
  // Words stand at even positions, and what separates them at odd ones.
  const parts = question.split(/([^\p{L}\p{N}]+)/u)
  const words = parts.filter((_, index) => index % 2 === 0).map(fold)
  const replacedParts: string[] = []
  for (let index = 0; index < words.length; ) {
    const length = clauseLengths.find((count) => getClauseParty(words, index, count))
    const party = length && getClauseParty(words, index, length)
    const end = index + (length ?? 1)
    replacedParts.push(party || (parts[2 * index] ?? ''), parts[2 * end - 1] ?? '')
    index = end
  }
  return replacedParts.join('')
}

const getClauseParty = (words: readonly string[], from: number, length: number) =>
  from + length <= words.length
    ? partyByClause.get(words.slice(from, from + length).join(' '))
    : undefined
