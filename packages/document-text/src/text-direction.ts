/** Hebrew, Arabic and the other scripts that run from right to left, with their presentation forms. */
const rightToLeft =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u
const letter = /\p{L}/u

export function hasRightToLeft(text: string): boolean {
  return rightToLeft.test(text)
}

type Direction = 'right' | 'left' | 'neutral'

/**
 * Returns the direction in which the letters of a text run; digits and punctuation alone are
 * neutral.
 */
export function getTextDirection(text: string): Direction {
  if (hasRightToLeft(text)) return 'left'
  return letter.test(text) ? 'right' : 'neutral'
}
