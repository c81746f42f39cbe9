import { omitUndefined } from '@recto/omit-undefined'
import type { Pattern, PatternRun, Range } from './layout.ts'
import { toRange } from './static-words.ts'

const maxRuns = 14

/**
 * Builds the pattern of values: runs of digits and letters when all are built alike and contain a
 * digit, otherwise their length and kinds of characters. Digits are never stored; letters are
 * stored where they were always the same.
 */
export function buildPattern(texts: readonly string[]): Pattern {
  const all = texts.map(splitRuns)
  const [first = []] = all
  const isAlike = all.every(
    (runs) => runs.length === first.length && runs.every((run, i) => isSameKind(run, first[i])),
  )
  const isNumbered = first.some(({ kind }) => kind === 'digits') && !texts.some(hasWords)
  if (isAlike && isNumbered && first.length > 0 && first.length <= maxRuns) {
    return {
      kind: 'runs',
      runs: first.map((_, i) => buildRun(all.map((runs) => runs[i]?.text ?? ''))),
    }
  }
  return {
    kind: 'free',
    words: toRange(texts.map(countWords)),
    letters: toRange(texts.map((text) => text.length)),
    hasDigits: texts.some((text) => /\p{N}/u.test(text)),
    hasLetters: texts.some((text) => /\p{L}/u.test(text)),
  }
}

/** Names and addresses are not identifiers, however similar some of them are. */
const hasWords = (text: string) => /\p{Ll}{4}/u.test(text)

type Run = { readonly kind: PatternRun['kind']; readonly text: string }

function splitRuns(text: string): readonly Run[] {
  return [...text.matchAll(/\d+|\p{L}+|\s+|[^\d\p{L}\s]/gu)].map(([run]) => ({
    kind: /^\d/.test(run) ? 'digits' : /^\p{L}/u.test(run) ? 'letters' : 'sign',
    text: /^\s/.test(run) ? ' ' : run,
  }))
}

const isSameKind = (a: Run, b: Run | undefined) =>
  b !== undefined && a.kind === b.kind && (a.kind !== 'sign' || a.text === b.text)

function buildRun(texts: readonly string[]): PatternRun {
  const [first = ''] = texts
  if (!/[\d\p{L}]/u.test(first)) return { kind: 'sign', sign: first }
  const length = toRange(texts.map((text) => text.length))
  if (/^\d/.test(first)) return { kind: 'digits', length }
  const isAlways = texts.every((text) => text === first)
  return { kind: 'letters', length, ...omitUndefined({ always: isAlways ? first : undefined }) }
}

const countWords = (text: string) => text.split(/\s+/).length

/**
 * Whether a value has the form of the pattern's values; lengths that varied may vary slightly more.
 */
export function fitsPattern(text: string, pattern: Pattern): boolean {
  if (pattern.kind === 'free') return fitsFreePattern(text, pattern)
  const runs = splitRuns(text)
  return (
    runs.length === pattern.runs.length &&
    pattern.runs.every((expectedRun, i) => {
      const run = runs[i]
      if (!run || run.kind !== expectedRun.kind) return false
      if (expectedRun.kind === 'sign') return run.text === expectedRun.sign
      if (expectedRun.always !== undefined) return run.text === expectedRun.always
      return isWithinTolerance(
        run.text.length,
        expectedRun.length,
        expectedRun.kind === 'letters' ? 6 : 1,
      )
    })
  )
}

function isWithinTolerance(length: number, [min, max]: Range, tolerance: number): boolean {
  if (min === max) return length === min
  return length >= min - tolerance && length <= max + tolerance
}

type FreePattern = Extract<Pattern, { readonly kind: 'free' }>

function fitsFreePattern(
  text: string,
  { words, letters, hasDigits, hasLetters }: FreePattern,
): boolean {
  if (!hasDigits && /\p{N}/u.test(text)) return false
  if (!hasLetters && /\p{L}/u.test(text)) return false
  const count = countWords(text)
  const isLong = text.length > letters[1] * 2 + 8 || text.length < letters[0] * 0.3
  return !isLong && count <= words[1] + 2
}

/** Formats the pattern for people: `RE-9999-99`, `9 to 12 digits`. */
export function describePattern(pattern: Pattern): string {
  if (pattern.kind === 'free') {
    const [min, max] = pattern.words
    const kinds = pattern.hasDigits
      ? pattern.hasLetters
        ? 'letters and digits'
        : 'digits'
      : 'letters'
    const words = min === max ? `${max}` : `${min} to ${max}`
    return `${words} ${max === 1 ? 'word' : 'words'} of ${kinds}`
  }
  const text = pattern.runs
    .map((run) => {
      if (run.kind === 'sign') return run.sign
      if (run.always !== undefined) return run.always
      return (run.kind === 'digits' ? '9' : 'A').repeat(Math.min(12, run.length[1]))
    })
    .join('')
  return `like ${text}`
}
