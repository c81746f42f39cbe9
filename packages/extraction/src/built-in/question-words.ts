import { businessFields } from '../labels/business-fields.ts'
import { fold } from '../values/fold.ts'
import { wordsInAll } from '../vocabulary/languages.ts'

type Words = ReadonlySet<string>

const folded = (list: Parameters<typeof wordsInAll>[0]): Words =>
  new Set(wordsInAll(list).map(fold))

/** Words of a question that name nothing in a document. */
export const politeness: Words = folded('questionWords')

/** A question for the seller's details may name the seller; one for the customer's must not. */
export const sellerWords: Words = folded('sellerWords')
export const customerWords: Words = folded('customerWords')
export const deliveryWords: Words = folded('deliveryWords')

export const subjectWords: Words = folded('subjectWords')

/** What a prompt may begin with that tells to answer. */
export const orders: Words = folded('orderWords')

export const dateWords: Words = folded('dateWords')

/** What a document may be called in a question. */
export const titles: Words = folded('titles')

export const nameWords: Words = folded('nameWords')

/** Whether nothing is left of a question but that it asks for a name. */
export const isOnlyName = (words: readonly string[]): boolean =>
  words.every((word) => nameWords.has(word))

const askable: Words = new Set([
  ...businessFields.flatMap(({ asked }) => asked.flat()),
  ...sellerWords,
  ...customerWords,
  ...deliveryWords,
])

/** A key in which umlauts are written as two letters, as it is spelled in words: `haendler`. */
export function asSpelled(word: string): string {
  const plain = word.replace(/([aou])e/g, '$1')
  return !askable.has(word) && askable.has(plain) ? plain : word
}
