import type { PlaceholderKind } from './placeholders.ts'

/** Part of a text to mask. */
export type MaskedSpan = {
  readonly start: number
  readonly end: number
  readonly kind: PlaceholderKind
  /** Value without its formatting. */
  readonly normal: string
}

type Walk = {
  readonly isWanted: (letter: string) => boolean
  /** Signs allowed between two letters, besides spaces and one line end. */
  readonly separators: string
  readonly most: number
}

/** Letter of a walk, the offset after it, and whether a separator precedes it. */
export type WalkStep = { readonly letter: string; readonly end: number; readonly isApart: boolean }

const blanks = ' \u00a0\u202f\t'
/** Maximum indent of a line, in characters. */
const mostIndent = 200
const mostBetween = 3

/**
 * Collects the letters from an offset on, skipping spaces, separators and one line end between
 * letters, because values are printed in groups or broken across lines.
 */
export function walk(
  text: string,
  start: number,
  { isWanted, separators, most }: Walk,
): WalkStep[] {
  const steps: WalkStep[] = []
  let index = start
  while (steps.length < most) {
    const next = steps.length === 0 ? index : overSeparators(text, index, separators)
    const letter = text[next]
    if (letter === undefined || !isWanted(letter)) break
    steps.push({ letter, end: next + 1, isApart: next > index })
    index = next + 1
  }
  return steps
}

function overSeparators(text: string, start: number, separators: string): number {
  let index = start
  while (index - start < mostBetween && isAmong(`${blanks}${separators}`, text[index])) index += 1
  const line = overLineBreak(text, index)
  if (line === undefined) return index
  return isAmong(separators, text[line]) ? line + 1 : line
}

/**
 * Returns the offset after the line end and the next line's indent; `undefined` when the line
 * continues.
 */
export function overLineBreak(text: string, start: number): number | undefined {
  let index = start
  while (index - start < mostIndent && isAmong(blanks, text[index])) index += 1
  if (text[index] === '\r') index += 1
  if (text[index] !== '\n') return undefined
  const line = index + 1
  index = line
  while (index - line < mostIndent && isAmong(blanks, text[index])) index += 1
  return index
}

const isAmong = (letters: string, letter: string | undefined) =>
  letter !== undefined && letters.includes(letter)

export const isDigit = (letter: string | undefined): boolean =>
  letter !== undefined && letter >= '0' && letter <= '9'

const wordLetter = /[\p{L}\p{N}]/u
export const isWordLetter = (letter: string | undefined): boolean =>
  letter !== undefined && wordLetter.test(letter)

export const lettersOf = (steps: readonly WalkStep[]): string =>
  steps.map(({ letter }) => letter).join('')

/** Returns the counts at which a number may end: at the end of a group, longest first. */
export function groupEnds(steps: readonly WalkStep[]): readonly number[] {
  const ends = steps
    .map((_, i) => (i + 1 === steps.length || steps[i + 1]?.isApart ? i + 1 : undefined))
    .filter((value) => value !== undefined)
  return ends.toReversed()
}
