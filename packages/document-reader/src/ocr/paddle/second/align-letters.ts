/** Places in both texts; one is missing where the other has a letter more. */
export type LetterPair = { readonly first?: number; readonly second?: number }

const gapCost = 0.9
const otherForm = 0.25

/**
 * Pairs the letters of two readings of one line so that the fewest differ (Needleman and Wunsch 1970). Letters that differ in
 * case or accent only are almost the same.
 */
export function alignLetters(first: readonly string[], second: readonly string[]): LetterPair[] {
  const width = second.length + 1
  const costs = new Float32Array((first.length + 1) * width)
  for (let j = 1; j < width; j++) costs[j] = j * gapCost
  for (let i = 1; i <= first.length; i++) {
    costs[i * width] = i * gapCost
    for (let j = 1; j < width; j++)
      costs[i * width + j] = Math.min(
        costs[(i - 1) * width + j - 1]! + costOf(first[i - 1]!, second[j - 1]!),
        costs[(i - 1) * width + j]! + gapCost,
        costs[i * width + j - 1]! + gapCost,
      )
  }
  return walkBack(first, second, costs)
}

function walkBack(
  first: readonly string[],
  second: readonly string[],
  costs: Float32Array,
): LetterPair[] {
  const width = second.length + 1
  const getCost = (i: number, j: number) => costs[i * width + j]!
  const isFrom = (cost: number, previousCost: number, step: number) =>
    Math.abs(cost - previousCost - step) < 1e-3
  const pairs: LetterPair[] = []
  let i = first.length
  let j = second.length
  while (i > 0 || j > 0) {
    const isPair =
      i > 0 &&
      j > 0 &&
      isFrom(getCost(i, j), getCost(i - 1, j - 1), costOf(first[i - 1]!, second[j - 1]!))
    if (isPair) pairs.push({ first: --i, second: --j })
    else if (i > 0 && isFrom(getCost(i, j), getCost(i - 1, j), gapCost)) pairs.push({ first: --i })
    else pairs.push({ second: --j })
  }
  return pairs.reverse()
}

function costOf(first: string, second: string): number {
  if (first === second) return 0
  return plain(first) === plain(second) ? otherForm : 1
}

/** A letter without its case and its accents. */
export function plain(letter: string): string {
  return letter < '\x80' ? letter.toLowerCase() : letter.normalize('NFKD').charAt(0).toLowerCase()
}
