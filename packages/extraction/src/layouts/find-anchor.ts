import { editsBetween } from './edits-between.ts'
import { across, down, type Frame } from './frame.ts'
import type { LaidDocument, LaidWord } from './laid-page.ts'
import type { Anchor } from './layout.ts'
import type { FramedDocument } from './match-layout.ts'
import { isWithin } from './static-words.ts'

/** Words of a row: `rows[row].words.slice(from, to)`. */
export type FoundAnchor = {
  readonly page: LaidDocument['first']
  readonly row: number
  readonly from: number
  readonly to: number
}

const slackAcross = 0.02
const slackDown = 0.25
const foundExactly: Known = new WeakMap()
const foundAbout: Known = new WeakMap()

/**
 * Finds the words of an anchor near their known position. Letters are compared without regard to
 * how they are split into words; long anchors may contain one wrong letter unless `isExact` is set.
 * Returns the nearest match.
 */
export function findAnchor(
  document: FramedDocument,
  anchor: Anchor,
  isExact = false,
): FoundAnchor | undefined {
  const known = isExact ? foundExactly : foundAbout
  const ofDocument = known.get(document) ?? new WeakMap<Anchor, FoundAnchor | 'none'>()
  known.set(document, ofDocument)
  const found = ofDocument.get(anchor) ?? seek(document, anchor, isExact) ?? 'none'
  ofDocument.set(anchor, found)
  return found === 'none' ? undefined : found
}

type Known = WeakMap<FramedDocument, WeakMap<Anchor, FoundAnchor | 'none'>>

function seek(
  { laid, frame }: FramedDocument,
  anchor: Anchor,
  isExact: boolean,
): FoundAnchor | undefined {
  const page = laid[anchor.page]
  const found = page.rows.flatMap((laidRow, row) =>
    laidRow.words
      .map((word, from) => {
        if (!isNear(frame, word, anchor)) return undefined
        const phrase = phraseAt(laidRow.words.slice(from), anchor.letters, isExact)
        if (!phrase) return undefined
        const cost = phrase.wrong * 0.1 + farness(frame, word, anchor)
        return { anchor: { page, row, from, to: from + phrase.length }, cost }
      })
      .filter((value) => value !== undefined),
  )
  let best = found[0]
  for (const one of found) if (best && one.cost < best.cost) best = one
  return best?.anchor
}

const isNear = (frame: Frame, word: LaidWord, { x, y }: Anchor) =>
  word.letters !== '' &&
  isWithin(across(frame, word.x0), x, slackAcross) &&
  isWithin(down(frame, word.y0), y, slackDown)

/**
 * Returns the distance by which a word is outside the anchor's known positions, then its distance
 * from their middle.
 */
function farness(frame: Frame, word: LaidWord, { x, y }: Anchor): number {
  const atX = across(frame, word.x0)
  const atY = down(frame, word.y0)
  const outside = Math.max(0, y[0] - atY, atY - y[1])
  return outside + Math.abs(atX - middle(x)) + Math.abs(atY - middle(y)) * 0.1
}

const middle = ([least, most]: Anchor['x']) => (least + most) / 2

/** Returns the words, beginning with the first, that spell the letters. */
function phraseAt(
  words: readonly LaidWord[],
  letters: string,
  isExact: boolean,
): { readonly length: number; readonly wrong: number } | undefined {
  let said = ''
  for (const [i, word] of words.entries()) {
    said += word.letters
    if (said.length > letters.length + 1) return undefined
    const wrong = wrongIn(said, letters, isExact ? 0 : mostWrong(letters))
    if (wrong !== undefined) return { length: i + 1, wrong }
  }
  return undefined
}

function wrongIn(said: string, letters: string, most: number): number | undefined {
  if (said === letters) return 0
  return most === 0 || said.length < letters.length - 1
    ? undefined
    : editsBetween(said, letters, most)
}

const mostWrong = (letters: string) => (letters.length < 6 ? 0 : letters.length < 14 ? 1 : 2)
