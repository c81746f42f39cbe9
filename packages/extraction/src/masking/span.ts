import type { PlaceholderKind } from './placeholders.ts'

/** A part of a text that is masked. */
export type MaskedSpan = {
  readonly start: number
  readonly end: number
  readonly kind: PlaceholderKind
  /** The value without the way in which it is written. */
  readonly normal: string
}

type Walk = {
  readonly isWanted: (letter: string) => boolean
  /** What may stand between two wanted letters, beside blanks and one end of a line. */
  readonly separators: string
  readonly most: number
}

/** A letter of a walk: itself, the place behind it, and whether a separator stands before it. */
export type WalkStep = { readonly letter: string; readonly end: number; readonly isApart: boolean }

const blanks = ' \u00a0\u202f\t'
/** Of an indented line. */
const mostIndent = 200
const mostBetween = 3

/**
 * The letters from a place on, over blanks, separators and one end of a line between any two of them, as they are
 * printed in groups or broken over lines.
 */
export function walk(
  text: string,
  start: number,
  { isWanted, separators, most }: Walk,
): WalkStep[] {
  const steps: WalkStep[] = []
  let at = start
  while (steps.length < most) {
    const next = steps.length === 0 ? at : overSeparators(text, at, separators)
    const letter = text[next]
    if (letter === undefined || !isWanted(letter)) break
    steps.push({ letter, end: next + 1, isApart: next > at })
    at = next + 1
  }
  return steps
}

function overSeparators(text: string, start: number, separators: string): number {
  let at = start
  while (at - start < mostBetween && isAmong(`${blanks}${separators}`, text[at])) at += 1
  const line = overLineBreak(text, at)
  if (line === undefined) return at
  return isAmong(separators, text[line]) ? line + 1 : line
}

/** Behind the end of the line and the indent of the next one; nothing when the line goes on. */
export function overLineBreak(text: string, start: number): number | undefined {
  let at = start
  while (at - start < mostIndent && isAmong(blanks, text[at])) at += 1
  if (text[at] === '\r') at += 1
  if (text[at] !== '\n') return undefined
  const line = at + 1
  at = line
  while (at - line < mostIndent && isAmong(blanks, text[at])) at += 1
  return at
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

/** The places where a number may end: at the end of a group, the longest first. */
export function groupEnds(steps: readonly WalkStep[]): readonly number[] {
  const ends = steps.flatMap((_, i) =>
    i + 1 === steps.length || steps[i + 1]?.isApart ? [i + 1] : [],
  )
  return ends.toReversed()
}
