/** Words that a line may begin with, by their first letter, the longest first. */
export type Beginnings = ReadonlyMap<string, readonly string[]>

export const longestFirst = (words: readonly string[]): Beginnings =>
  Map.groupBy(
    words.map((word) => word.toLowerCase()).toSorted((a, b) => b.length - a.length),
    (word) => word.charAt(0),
  )

/** Without the signs before its first letter or digit, in small letters. */
export function plainly(text: string): string {
  const first = text.search(/[\p{L}\d]/u)
  return first < 0 ? '' : text.slice(first).toLowerCase()
}

/** How many characters of a plain text are the first of these words. */
export function lengthOfFirst(plain: string, words: Beginnings): number {
  const word = words
    .get(plain.charAt(0))
    ?.find((one) => plain.startsWith(one) && !/\p{L}/u.test(plain.charAt(one.length)))
  return word?.length ?? 0
}

export const beginsWith = (text: string, words: Beginnings): boolean =>
  lengthOfFirst(plainly(text), words) > 0
