import type { PlaceholderKind } from './placeholders.ts'

/** Part of a text to mask. */
export type MaskedSpan = {
  readonly start: number
  readonly end: number
  readonly kind: PlaceholderKind
  /** Value without its formatting. */
  readonly normal: string
}

type LetterRule = {
  readonly isWanted: (letter: string) => boolean
  /** Signs allowed between two letters, besides spaces and one line end. */
  readonly separators: string
  readonly maxLetters: number
}

/** Letter that was collected, with the offset after it and whether a separator precedes it. */
export type LetterStep = {
  readonly letter: string
  readonly end: number
  readonly followsSeparator: boolean
}

const blanks = ' \u00a0\u202f\t'
/** Maximum indent of a line, in characters. */
const maxIndent = 200
const maxSeparators = 3

/**
 * Collects the letters from an offset on, skipping spaces, separators and one line end between
 * letters, because values are printed in groups or broken across lines.
 */
export function collectLetters(
  text: string,
  start: number,
  { isWanted, separators, maxLetters }: LetterRule,
): LetterStep[] {
  const steps: LetterStep[] = []
  let index = start
  while (steps.length < maxLetters) {
    const letterIndex = steps.length === 0 ? index : skipSeparators(text, index, separators)
    const letter = text[letterIndex]
    if (letter === undefined || !isWanted(letter)) break
    steps.push({ letter, end: letterIndex + 1, followsSeparator: letterIndex > index })
    index = letterIndex + 1
  }
  return steps
}

function skipSeparators(text: string, start: number, separators: string): number {
  let index = start
  while (index - start < maxSeparators && includesLetter(`${blanks}${separators}`, text[index]))
    index += 1
  const line = skipLineBreak(text, index)
  if (line === undefined) return index
  return includesLetter(separators, text[line]) ? line + 1 : line
}

/**
 * Returns the offset after the line end and the next line's indent; `undefined` when the line
 * continues.
 */
export function skipLineBreak(text: string, start: number): number | undefined {
  let index = start
  while (index - start < maxIndent && includesLetter(blanks, text[index])) index += 1
  if (text[index] === '\r') index += 1
  if (text[index] !== '\n') return undefined
  const line = index + 1
  index = line
  while (index - line < maxIndent && includesLetter(blanks, text[index])) index += 1
  return index
}

const includesLetter = (letters: string, letter: string | undefined) =>
  letter !== undefined && letters.includes(letter)

export const isDigit = (letter: string | undefined): boolean =>
  letter !== undefined && letter >= '0' && letter <= '9'

const wordLetter = /[\p{L}\p{N}]/u
export const isWordLetter = (letter: string | undefined): boolean =>
  letter !== undefined && wordLetter.test(letter)

export const joinLetters = (steps: readonly LetterStep[]): string =>
  steps.map(({ letter }) => letter).join('')

/** Returns the counts at which a number may end: at the end of a group, longest first. */
export function listGroupEnds(steps: readonly LetterStep[]): readonly number[] {
  const ends = steps
    .map((_, i) => (i + 1 === steps.length || steps[i + 1]?.followsSeparator ? i + 1 : undefined))
    .filter((value) => value !== undefined)
  return ends.toReversed()
}
