import type { PlacedGlyph } from './placed-glyph.ts'

/** Where small letters stand: above the base line of the letters before them, or below it. */
export type Shift = 'raised' | 'lowered'

/** Shares of the size of the font. A raised sign is clearly smaller, and its foot clearly higher. */
const maxShiftedSize = 0.85
const minRaise = 0.15
const minDrop = 0.08

/** Whether a letter stands above or below the base line of the one before it. */
export function shiftOf(base: PlacedGlyph, letter: PlacedGlyph): Shift | undefined {
  // Without stated sizes a letter is as large as its ink, and a comma would be a small letter.
  if (letter.angle !== base.angle || letter.glyph.em === 0 || base.glyph.em === 0) return undefined
  if (letter.em > maxShiftedSize * base.em) return undefined
  const raise = (base.baseLine - letter.baseLine) / base.em
  if (raise >= minRaise) return 'raised'
  return raise <= -minDrop ? 'lowered' : undefined
}

const plainSigns = '0123456789+-=()'
const signs: Readonly<Record<Shift, string>> = {
  raised: '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾',
  lowered: '₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎',
}

/** Writes digits and signs with the characters that Unicode has for raised and lowered ones; letters stay. */
export function shiftSigns(text: string, shift: Shift): string {
  return text.replace(/[-\d+=()]/g, (sign) => signs[shift][plainSigns.indexOf(sign)] ?? sign)
}

/** Letters before a raised sign that decide what it is; the text before them may be as long as a page. */
export const maxNumberEnd = 8

/**
 * Whether a raised sign behind a text is the mark of a footnote: it follows a number, of which it would become a digit. Behind a
 * ten it is an exponent, as in 10⁹, and behind a letter it belongs to a unit or a formula.
 */
export function isNoteMark(textBefore: string, raisedText: string): boolean {
  const end = textBefore.slice(-maxNumberEnd)
  if (/\p{L}/u.test(raisedText) || !/\d(?:\s?%|\))?$/.test(end)) return false
  return !/(?:^|[^\d.,])10$/.test(end)
}

/** Joins raised or lowered text to the text before it, so that no digit of it is taken for one of a number. */
export function joinShifted(textBefore: string, text: string, shift: Shift): string {
  const shiftedText = shiftSigns(text, shift)
  const space = shift === 'raised' && isNoteMark(textBefore, text) ? ' ' : ''
  return textBefore + space + shiftedText
}
