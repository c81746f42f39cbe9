/** Scores of a text compared with the expected text. The comparison is case-sensitive unless the caller folds case. */

/** Returns the share of expected items that occur; each occurrence counts once. */
export function recall(expected: readonly string[], actual: readonly string[]): number {
  return expected.length === 0 ? 1 : common(expected, actual) / expected.length
}

export type Overlap = {
  readonly common: number
  readonly expectedCount: number
  readonly actualCount: number
}

export function overlapOf(expected: readonly string[], actual: readonly string[]): Overlap {
  return {
    common: common(expected, actual),
    expectedCount: expected.length,
    actualCount: actual.length,
  }
}

/** Returns the harmonic mean of precision and recall over all parts. */
export function f1(parts: readonly Overlap[]): number {
  const sum = (countOf: (part: Overlap) => number) =>
    parts.reduce((all, part) => all + countOf(part), 0)
  const all = sum(({ expectedCount }) => expectedCount) + sum(({ actualCount }) => actualCount)
  return all === 0 ? 1 : (2 * sum((part) => part.common)) / all
}

export function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '')
}

/** Returns all characters except white space. */
export function lettersOf(text: string): string[] {
  return [...text].filter((letter) => !/\s/.test(letter))
}

/** Removes white space and folds case. */
export function squeeze(text: string): string {
  return lettersOf(text).join('').toUpperCase()
}

/** Returns the edit distance relative to the length of the expected text, with white space normalised. */
export function characterErrorRate(truth: string, text: string): number {
  const expectedText = wordsOf(truth).join(' ')
  return distance(expectedText, wordsOf(text).join(' ')) / Math.max(1, expectedText.length)
}

/** Computes the Levenshtein distance row by row (Wagner and Fischer 1974). */
export function distance(from: string, to: string): number {
  let row = Uint32Array.from({ length: to.length + 1 }, (_, i) => i)
  for (let i = 1; i <= from.length; i++) {
    const next = new Uint32Array(to.length + 1)
    next[0] = i
    for (let j = 1; j <= to.length; j++) {
      const replacementCost = row[j - 1]! + (from[i - 1] === to[j - 1] ? 0 : 1)
      next[j] = Math.min(replacementCost, row[j]! + 1, next[j - 1]! + 1)
    }
    row = next
  }
  return row[to.length]!
}

function common(expected: readonly string[], actual: readonly string[]): number {
  const counts = new Map<string, number>()
  for (const one of actual) counts.set(one, (counts.get(one) ?? 0) + 1)
  let shared = 0
  for (const one of expected) {
    const left = counts.get(one) ?? 0
    if (left === 0) continue
    counts.set(one, left - 1)
    shared += 1
  }
  return shared
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
