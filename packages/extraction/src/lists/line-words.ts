import { fold } from '../values/fold.ts'
import type { FoundNumber } from '../values/parse-number.ts'

/** A word of a text with the key by which it is compared. */
export type LineWord = {
  /** `w:` and the word, or `p:` and digits that are part of a longer number, date or code. */
  readonly key: string
  readonly text: string
}

const wordPattern = /[\p{L}\p{N}]+/gu
const joiningSign = /[.,/:'’_-]/
const digit = /\p{N}/u

/**
 * Splits one word at its signs. Digits that signs join to further digits have another key than the
 * same digits alone, so that 1 is not found in 1,204.50; in a number, all digits are such parts.
 */
export function splitWord(printedWord: string, isInNumber: boolean): LineWord[] {
  const foldedWord = fold(printedWord)
  const isJoined = (sign: number, next: number) =>
    joiningSign.test(foldedWord.charAt(sign)) && digit.test(foldedWord.charAt(next))
  return [...foldedWord.matchAll(wordPattern)].map(({ 0: text, index }) => {
    const end = index + text.length
    const isPart =
      digit.test(text) && (isInNumber || isJoined(index - 1, index - 2) || isJoined(end, end + 1))
    return { key: `${isPart ? 'p' : 'w'}:${text}`, text }
  })
}

/** Splits the words of a text that are not numbers. Plain numbers are also words. */
export function splitWords(text: string, numbers: readonly FoundNumber[]): LineWord[] {
  const compoundNumbers = numbers.filter(({ isPlain }) => !isPlain)
  const words: LineWord[] = []
  let position = 0
  for (const { start, end } of compoundNumbers) {
    words.push(...splitPart(text.slice(position, start)))
    position = end
  }
  return [...words, ...splitPart(text.slice(position))]
}

const splitPart = (text: string): LineWord[] =>
  text.split(/\s+/).flatMap((printedWord) => splitWord(printedWord, false))
