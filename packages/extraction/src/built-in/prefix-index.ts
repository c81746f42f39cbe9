/** Words at the beginning of a line, grouped by first letter, longer words first. */
export type PrefixIndex = ReadonlyMap<string, readonly string[]>

export const toPrefixIndex = (words: readonly string[]): PrefixIndex =>
  Map.groupBy(
    words.map((word) => word.toLowerCase()).toSorted((a, b) => b.length - a.length),
    (word) => word.charAt(0),
  )

/** The text from its first letter or digit on, in lower case. */
export function normalizeLineStart(text: string): string {
  const first = text.search(/[\p{L}\d]/u)
  return first < 0 ? '' : text.slice(first).toLowerCase()
}

/**
 * Number of characters at the beginning of a normalized text that match one of the words; 0 for
 * none.
 */
export function matchPrefixLength(lineStart: string, words: PrefixIndex): number {
  const word = words
    .get(lineStart.charAt(0))
    ?.find((one) => lineStart.startsWith(one) && !/\p{L}/u.test(lineStart.charAt(one.length)))
  return word?.length ?? 0
}

export const startsWithAny = (text: string, words: PrefixIndex): boolean =>
  matchPrefixLength(normalizeLineStart(text), words) > 0
