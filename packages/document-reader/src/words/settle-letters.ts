import { uniteBoxes } from '@recto/document-text/unite-boxes'
import { orderRightToLeft } from './order-right-to-left.ts'
import type { PlacedGlyph } from './placed-glyph.ts'

/** In sizes of the font: how far beside its letter a mark may stand, and how far above or below. */
const besideLetter = 0.5
const aboveLetter = 1.2
/** Share of the narrower of two equal letters: with more overlap, one is the other's shadow. */
const minShadow = 0.35
const maxShadowStep = 0.4
const shadowsBehind = 3

/** The first combining mark of Unicode. */
const firstMark = 0x300
const mark = /^\p{M}/u

export function isMark({ glyph: { text } }: PlacedGlyph): boolean {
  return text.charCodeAt(0) >= firstMark && mark.test(text)
}

/** Whether a mark stands on, above or below a letter. */
export function sitsOn(accent: PlacedGlyph, letter: PlacedGlyph): boolean {
  if (accent.angle !== letter.angle) return false
  const em = Math.max(accent.em, letter.em)
  if (Math.abs(accent.baseLine - letter.baseLine) > aboveLetter * em) return false
  const middle = middleOf(accent)
  return (
    middle > letter.alongStart - besideLetter * em && middle < letter.alongEnd + besideLetter * em
  )
}

/** Whether a letter was drawn once more with a small shift, as shadows and some bold letters are. */
export function isShadow(glyph: PlacedGlyph, letters: readonly PlacedGlyph[]): boolean {
  for (let i = letters.length - 1; i >= 0 && i >= letters.length - shadowsBehind; i--)
    if (isShadowOf(glyph, letters[i]!)) return true
  return false
}

function isShadowOf(glyph: PlacedGlyph, letter: PlacedGlyph): boolean {
  if (glyph.glyph.text !== letter.glyph.text || glyph.angle !== letter.angle) return false
  // What is drawn at once, such as the letters of a ligature that share a place, is meant as it is.
  if (glyph.glyph.run !== 0 && glyph.glyph.run === letter.glyph.run) return false
  if (Math.abs(glyph.baseLine - letter.baseLine) > maxShadowStep * letter.em) return false
  const width = Math.min(glyph.alongEnd - glyph.alongStart, letter.alongEnd - letter.alongStart)
  const shared =
    Math.min(glyph.alongEnd, letter.alongEnd) - Math.max(glyph.alongStart, letter.alongStart)
  return width > 0 && shared > minShadow * width
}

/** Accents that are drawn as characters of their own, and the marks that they are on letters. */
const accents: ReadonlyMap<string, string> = new Map([
  ['`', '\u0300'],
  ['´', '\u0301'],
  ['ˆ', '\u0302'],
  ['˜', '\u0303'],
  ['¯', '\u0304'],
  ['˘', '\u0306'],
  ['˙', '\u0307'],
  ['¨', '\u0308'],
  ['˚', '\u030a'],
  ['˝', '\u030b'],
  ['ˇ', '\u030c'],
  ['¸', '\u0327'],
  ['˛', '\u0328'],
])
const dotless: ReadonlyMap<string, string> = new Map([
  ['ı', 'i'],
  ['ȷ', 'j'],
])
const maxAccent = 0x2dd

/** Whether a word with this letter has to be settled. */
export function unsettles(text: string): boolean {
  const code = text.charCodeAt(0)
  if (code < 0x60) return false
  if (code <= maxAccent) return accents.has(text)
  return code >= 0x590
}

/** The letters of a word in the order of reading, with accents on their letters. */
export function settleLetters(letters: readonly PlacedGlyph[]): readonly PlacedGlyph[] {
  return joinVowels(orderRightToLeft(putAccents(letters)))
}

/** Older typesetting draws an accent before or after its letter, in the same place. */
function putAccents(letters: readonly PlacedGlyph[]): readonly PlacedGlyph[] {
  if (!letters.some(({ glyph }) => accents.has(glyph.text))) return letters
  const settledGlyphs: PlacedGlyph[] = []
  for (let i = 0; i < letters.length; i++) {
    const accent = letters[i]!
    const onNext = compose(letters[i + 1], accent)
    const onLast = onNext ? undefined : compose(settledGlyphs.at(-1), accent)
    if (onLast) settledGlyphs.pop()
    if (onNext) i++
    settledGlyphs.push(onNext ?? onLast ?? accent)
  }
  return settledGlyphs
}

function compose(letter: PlacedGlyph | undefined, accent: PlacedGlyph): PlacedGlyph | undefined {
  const combiningAccent = accents.get(accent.glyph.text)
  if (!letter || combiningAccent === undefined) return undefined
  const middle = middleOf(accent)
  if (middle <= letter.alongStart || middle >= letter.alongEnd) return undefined
  const base = dotless.get(letter.glyph.text) ?? letter.glyph.text
  const text = (base + combiningAccent).normalize('NFC')
  if (text.length > base.length) return undefined
  const box = uniteBoxes([letter.glyph.box, accent.glyph.box])
  return { ...letter, glyph: { ...letter.glyph, text, box } }
}

/** Thai and Lao write a vowel in one character that fonts draw in two: a ring above and a letter. */
const halves: ReadonlyMap<string, readonly [last: string, whole: string]> = new Map([
  ['\u0e4d', ['\u0e32', '\u0e33']],
  ['\u0ecd', ['\u0eb2', '\u0eb3']],
])

function joinVowels(letters: readonly PlacedGlyph[]): readonly PlacedGlyph[] {
  if (!letters.some(({ glyph }) => halves.has(glyph.text))) return letters
  const joinedGlyphs: PlacedGlyph[] = []
  for (const letter of letters) {
    const ring = joinedGlyphs.findLast((one) => !isMark(one) || halves.has(one.glyph.text))
    const half = ring && halves.get(ring.glyph.text)
    if (!half || half[0] !== letter.glyph.text) {
      joinedGlyphs.push(letter)
      continue
    }
    joinedGlyphs.splice(joinedGlyphs.lastIndexOf(ring), 1)
    const { alongStart } = letter
    joinedGlyphs.push({ ...letter, alongStart, glyph: { ...letter.glyph, text: half[1] } })
  }
  return joinedGlyphs
}

function middleOf({ alongStart, alongEnd }: PlacedGlyph): number {
  return (alongStart + alongEnd) / 2
}
