/** Minimum length of a word that can be recognised although one letter is wrong. */
const minLengthForTypos = 5

/** Spellings of a folded word that mean the same: `mueller` and `muller`, `volksbanks` and `volksbank`. */
export function getSpellings(word: string): readonly string[] {
  const spelling = word.replaceAll(/([aou])e/g, '$1')
  const singular = word.length > 4 ? word.replace(/s$/, '') : word
  return [...new Set([word, spelling, singular])]
}

/** Whether two words are the same but for one letter that is wrong, missing, added or swapped with its neighbour. */
export function differsByTypo(a: string, b: string): boolean {
  const isComparable =
    a.length >= minLengthForTypos &&
    b.length >= minLengthForTypos &&
    Math.abs(a.length - b.length) <= 1
  if (!isComparable || a[0] !== b[0]) return false
  let start = 0
  while (start < a.length && a[start] === b[start]) start++
  let end = 0
  const minLength = Math.min(a.length, b.length)
  while (end < minLength - start && a.at(-1 - end) === b.at(-1 - end)) end++
  const restOfA = a.slice(start, a.length - end)
  const restOfB = b.slice(start, b.length - end)
  const isSwapped =
    restOfA.length === 2 &&
    restOfB.length === 2 &&
    restOfA[0] === restOfB[1] &&
    restOfA[1] === restOfB[0]
  return (restOfA.length <= 1 && restOfB.length <= 1) || isSwapped
}

const personTitles: ReadonlySet<string> = new Set(
  `mr mrs ms miss dr prof herr herrn frau monsieur mme madame mlle mademoiselle senor senora sr sra signor signora sig
  mevrouw mevr meneer dhr senhor senhora`.split(/\s+/),
)

/** Whether a folded word is a form of address that precedes the name of a person. */
export const isPersonTitle = (word: string): boolean => personTitles.has(word)
