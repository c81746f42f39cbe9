/** What fonts have in one letter besides `fi` and `fl`, whose names every reader knows. */
const ligatures = ['ff', 'ffi', 'ffl'] as const
/** Of the letters' widths together: a ligature is about as wide. */
const tolerance = 0.1

/**
 * The ligature that a code without a character is, by its width: shares of the size. A font that lacks a table of
 * characters names such letters in its own way, and they would be lost. Undefined where no ligature is as wide.
 */
export function ligatureByWidth(
  width: number,
  advanceOf: (character: number) => number,
): string | undefined {
  let best: string | undefined
  let bestDistance = tolerance
  for (const ligature of ligatures) {
    const widths = [...ligature].map((letter) => advanceOf(letter.charCodeAt(0)))
    if (widths.includes(0)) continue
    const sum = widths.reduce((all, one) => all + one, 0)
    const distance = Math.abs(width - sum) / sum
    if (distance >= bestDistance) continue
    best = ligature
    bestDistance = distance
  }
  return best
}
