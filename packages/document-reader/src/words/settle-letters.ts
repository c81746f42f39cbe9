import { uniteBoxes } from '@recto/document-text/unite-boxes'
import { orderRightToLeft } from './order-right-to-left.ts'
import type { PlacedGlyph } from './placed-glyph.ts'

/** In sizes of the font: how far beside its letter a mark may stand, and how far above or below. */
const besideLetter = 0.5
const aboveLetter = 1.2
/** Of the narrower of two equal letters: if more is shared, one is the other's shadow. */
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
export function sitsOn(given: PlacedGlyph, letter: PlacedGlyph): boolean {
  if (given.angle !== letter.angle) return false
  const em = Math.max(given.em, letter.em)
  if (Math.abs(given.across - letter.across) > aboveLetter * em) return false
  const middle = middleOf(given)
  return (
    middle > letter.alongStart - besideLetter * em && middle < letter.alongEnd + besideLetter * em
  )
}

/** Whether a letter was drawn once more with a small shift, as shadows and some bold letters are. */
export function isShadow(given: PlacedGlyph, letters: readonly PlacedGlyph[]): boolean {
  for (let i = letters.length - 1; i >= 0 && i >= letters.length - shadowsBehind; i--)
    if (isShadowOf(given, letters[i]!)) return true
  return false
}

function isShadowOf(given: PlacedGlyph, letter: PlacedGlyph): boolean {
  if (given.glyph.text !== letter.glyph.text || given.angle !== letter.angle) return false
  // What is drawn at once, such as the letters of a ligature that share a place, is meant as it is.
  if (given.glyph.run !== 0 && given.glyph.run === letter.glyph.run) return false
  if (Math.abs(given.across - letter.across) > maxShadowStep * letter.em) return false
  const width = Math.min(given.alongEnd - given.alongStart, letter.alongEnd - letter.alongStart)
  const shared =
    Math.min(given.alongEnd, letter.alongEnd) - Math.max(given.alongStart, letter.alongStart)
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
  const settled: PlacedGlyph[] = []
  for (let i = 0; i < letters.length; i++) {
    const accent = letters[i]!
    const onNext = compose(letters[i + 1], accent)
    const onLast = onNext ? undefined : compose(settled.at(-1), accent)
    if (onLast) settled.pop()
    if (onNext) i++
    settled.push(onNext ?? onLast ?? accent)
  }
  return settled
}

function compose(letter: PlacedGlyph | undefined, accent: PlacedGlyph): PlacedGlyph | undefined {
  const combining = accents.get(accent.glyph.text)
  if (!letter || combining === undefined) return undefined
  const middle = middleOf(accent)
  if (middle <= letter.alongStart || middle >= letter.alongEnd) return undefined
  const base = dotless.get(letter.glyph.text) ?? letter.glyph.text
  const text = (base + combining).normalize('NFC')
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
  const joined: PlacedGlyph[] = []
  for (const letter of letters) {
    const ring = joined.findLast((one) => !isMark(one) || halves.has(one.glyph.text))
    const half = ring && halves.get(ring.glyph.text)
    if (!half || half[0] !== letter.glyph.text) {
      joined.push(letter)
      continue
    }
    joined.splice(joined.lastIndexOf(ring), 1)
    const { alongStart } = letter
    joined.push({ ...letter, alongStart, glyph: { ...letter.glyph, text: half[1] } })
  }
  return joined
}

function middleOf({ alongStart, alongEnd }: PlacedGlyph): number {
  return (alongStart + alongEnd) / 2
}
