/** Ligatures besides `fi` and `fl`, whose glyph names every reader knows. */
const ligatures = ['ff', 'ffi', 'ffl'] as const
/** Tolerance as a share of the total width of the letters: a ligature is about as wide. */
const tolerance = 0.1

/**
 * Recognizes the ligature behind an unmapped code by its width, given as a share of the font size.
 * A font without a character table names such glyphs in its own way, and they would be lost.
 * Undefined where no ligature has that width.
 */
export function ligatureByWidth(
  width: number,
  advanceOf: (character: number) => number,
): string | undefined {
  let bestLigature: string | undefined
  let bestDistance = tolerance
  for (const ligature of ligatures) {
    const widths = [...ligature].map((letter) => advanceOf(letter.charCodeAt(0)))
    if (widths.includes(0)) continue
    const sum = widths.reduce((total, width) => total + width, 0)
    const distance = Math.abs(width - sum) / sum
    if (distance >= bestDistance) continue
    bestLigature = ligature
    bestDistance = distance
  }
  return bestLigature
}
