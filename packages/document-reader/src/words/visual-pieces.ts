import type { Box } from '@recto/document-text/model'
import { hasRightToLeft } from '@recto/document-text/text-direction'
import { uniteBoxes } from '@recto/document-text/unite-boxes'
import { orderSigns } from '../direction/order-as-seen.ts'
import type { PlacedWord } from './group-words.ts'
import type { PlacedGlyph } from './placed-glyph.ts'
import { isMark } from './settle-letters.ts'

/** A letter of a line with its marks, or a word that is not taken apart. */
export type VisualPiece = {
  readonly text: string
  /** One character that stands for it when the line is ordered. */
  readonly sign: string
  /** The place of its word in the line. */
  readonly word: number
  readonly box: Box
  readonly alongStart: number
  readonly alongEnd: number
}

/** Runs like what is around it. */
const objectSign = '\ufffc'
const mark = /^\p{M}/u

/** The pieces of a word from left to right as they are seen. */
export function piecesOf(placedWord: PlacedWord, word: number): readonly VisualPiece[] {
  const { letters } = placedWord
  if (placedWord.word.isCheckbox) return [pieceOf(placedWord, word)]
  if (letters) return piecesOfLetters(letters, word)
  return sharePlace(placedWord, word)
}

function pieceOf({ word: { text, box }, alongStart, alongEnd }: PlacedWord, word: number) {
  return { text, sign: objectSign, word, box, alongStart, alongEnd }
}

function piecesOfLetters(letters: readonly PlacedGlyph[], word: number): readonly VisualPiece[] {
  const pieces: VisualPiece[] = []
  for (const letter of letters) {
    const last = pieces.at(-1)
    if (last && isMark(letter)) pieces[pieces.length - 1] = addMark(last, letter)
    else pieces.push(toPiece(letter, word))
  }
  if (!pieces.some(runsLeft)) return pieces
  const order = new Map(pieces.map((piece, i) => [piece, i]))
  // The letters of a ligature share their place, and were ordered before.
  return pieces.toSorted((a, b) => {
    const step = middleOf(a) - middleOf(b)
    if (step !== 0) return step
    const turn = order.get(a)! - order.get(b)!
    return runsLeft(a) && runsLeft(b) ? -turn : turn
  })
}

/** The first character of a text. */
function signOf(text: string): string {
  const [sign = objectSign] = text
  return sign
}

function toPiece({ glyph, alongStart, alongEnd }: PlacedGlyph, word: number): VisualPiece {
  return { text: glyph.text, sign: signOf(glyph.text), word, box: glyph.box, alongStart, alongEnd }
}

function addMark(piece: VisualPiece, { glyph }: PlacedGlyph): VisualPiece {
  return { ...piece, text: piece.text + glyph.text, box: uniteBoxes([piece.box, glyph.box]) }
}

function runsLeft({ sign }: VisualPiece): boolean {
  return hasRightToLeft(sign)
}

function middleOf({ alongStart, alongEnd }: VisualPiece): number {
  return (alongStart + alongEnd) / 2
}

/** A word whose letters have no places of their own, such as a recognised one, shares its place among them. */
function sharePlace(placedWord: PlacedWord, word: number): readonly VisualPiece[] {
  const { alongStart, alongEnd, angle } = placedWord
  const texts = lettersOf(placedWord.word.text)
  const isTurned = hasRightToLeft(placedWord.word.text)
  const places = isTurned ? orderSigns(texts.map(signOf), 'rtl') : texts.map((_, i) => i)
  const step = (alongEnd - alongStart) / Math.max(texts.length, 1)
  return places.map((place, i): VisualPiece => {
    const text = texts[place]!
    const sign = signOf(text)
    const start = alongStart + i * step
    const [x0, top, , bottom] = placedWord.word.box
    const shift = start - alongStart
    const box: Box =
      angle === 0 ? [x0 + shift, top, x0 + shift + step, bottom] : placedWord.word.box
    return { text, sign, word, box, alongStart: start, alongEnd: start + step }
  })
}

/** The characters of a text, each with its marks. */
function lettersOf(text: string): readonly string[] {
  const letters: string[] = []
  for (const character of text) {
    if (letters.length > 0 && mark.test(character)) letters[letters.length - 1] += character
    else letters.push(character)
  }
  return letters
}
