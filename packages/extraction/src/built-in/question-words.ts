import { businessFields } from '../labels/business-fields.ts'
import { fold } from '../values/fold.ts'
import { type WordListName, wordsInAllLanguages } from '../vocabulary/languages.ts'

type WordSet = ReadonlySet<string>

const foldedWords = (list: WordListName): WordSet => new Set(wordsInAllLanguages(list).map(fold))

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
