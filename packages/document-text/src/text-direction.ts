/** Hebrew, Arabic and the other scripts that run from right to left, with their presentation forms. */
const rightToLeft =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u
const letter = /\p{L}/u

/** The first of them. Most texts have no character that high. */
const firstRightToLeft = 0x590

export function hasRightToLeft(text: string): boolean {
  for (let i = 0; i < text.length; i++)
    if (text.charCodeAt(i) >= firstRightToLeft) return rightToLeft.test(text)
  return false
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

/** Whether more words run from the right than from the left: such a page begins at its right edge. */
export function runsMostlyLeft(texts: Iterable<string>): boolean {
  let left = 0
  let right = 0
  for (const text of texts) {
    const direction = getTextDirection(text)
    if (direction === 'left') left++
    else if (direction === 'right') right++
  }
  return left > right
}
