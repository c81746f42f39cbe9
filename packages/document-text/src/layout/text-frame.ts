import type { Box, Line, Page } from '../model.ts'
import { hasRightToLeft, runsMostlyLeft } from '../text-direction.ts'
import { turnBox } from '../turn-box.ts'
import { findSlope, findWarp, type Phrase, phraseBetween, sinkAt, type Warp } from './find-warp.ts'

/**
 * The direction of a page's main text. Its words get coordinates of their own: `along` grows in the
 * direction of reading, `across` from line to line, so that turned pages are laid out like upright ones.
 */
export type TextFrame = {
  readonly quarter: 0 | 90 | 180 | 270
  readonly warp: Warp
  /** Pages of Arabic or Hebrew run from the right edge, as a reader of them sets the text. */
  readonly isMirrored: boolean
  /** Some words of the page run from the right. */
  readonly hasRightToLeft: boolean
}

/** A word in the frame of the text, straightened. */
export type FramedWord = {
  /** Into `page.words`. */
  readonly index: number
  /** The same for the words of a line as it was read. */
  readonly line: number
  /** Index among several frames that were read one after the other; 0 if there is one. */
  readonly column: number
  readonly text: string
  readonly start: number
  readonly end: number
  /** Approximate position of the base line. */
  readonly base: number
  readonly middle: number
  readonly height: number
}

/** Degrees from a quarter turn within which text is taken for askew rather than slanted on purpose. */
const maxSkew = 15
/** In heights of a word: how far the words of a phrase lie apart, and how long it is to tell a slope. */
const maxPhraseGap = 1
const maxPhraseStep = 0.6
const minPhraseLength = 2
/** Points: sorts a word before the next one. */
const minWidth = 0.01
/** Share of a word's height that lies below its base line. */
const descent = 0.2

/** The frame of a page, its words in it, and the lines that run in other directions. */
export function frameWords(page: Page): {
  readonly frame: TextFrame
  readonly words: readonly FramedWord[]
  readonly others: readonly Line[]
} {
  const quarter = mainQuarter(page.lines)
  const isMain = (line: Line) => turnBetween(line.angle ?? 0, quarter) <= maxSkew
  const lines = page.lines.filter(isMain)
  const isTurned = page.words.some(({ text }) => hasRightToLeft(text))
  const isMirrored = isTurned && runsMostlyLeft(page.words.map(({ text }) => text))
  const phrases = phrasesOf(page, lines, { quarter, isMirrored })
  const warp = page.ocr ? findWarp(phrases) : findSlope(phrases)
  const frame = { quarter, isMirrored, hasRightToLeft: isTurned, warp }
  const words: FramedWord[] = []
  for (const [line, { start, end }] of lines.entries()) {
    for (let index = start; index < end; index++) {
      const { text, box } = page.words[index]!
      words.push(straighten({ index, line, text }, placeBox(box, frame), warp))
    }
    if (!isMirrored) placeBeforeLabels(page, words.slice(start - end))
  }
  const otherLines = lines.length === page.lines.length ? [] : page.lines.filter((l) => !isMain(l))
  return { frame, words, others: otherLines }
}

/** A check box that is read before its label is typed before it, also where the page has it behind. */
function placeBeforeLabels(
  page: Page,
  line: readonly { -readonly [Key in keyof FramedWord]: FramedWord[Key] }[],
): void {
  for (const [i, word] of line.entries()) {
    const next = line[i + 1]
    if (!next || next.start > word.start || !page.words[word.index]!.isCheckbox) continue
    word.end = next.start
    word.start = next.start - minWidth
  }
}

/** Degrees between two directions, 0 to 180. */
export function turnBetween(a: number, b: number): number {
  const turn = Math.abs(a - b) % 360
  return turn > 180 ? 360 - turn : turn
}

/** The quarter turn next to which most letters run. */
export function mainQuarter(lines: readonly Line[]): TextFrame['quarter'] {
  const weights = [0, 0, 0, 0]
  for (const { angle = 0, start, end } of lines) {
    const turns = Math.round(angle / 90) % 4
    if (turnBetween(angle, turns * 90) <= maxSkew) weights[turns]! += end - start
  }
  return (weights.indexOf(Math.max(...weights)) * 90) as TextFrame['quarter']
}

/** A box of the page as `[start, top, end, bottom]` in the frame, not straightened. */
export function placeBox(
  box: Box,
  { quarter, isMirrored }: Pick<TextFrame, 'quarter' | 'isMirrored'>,
): Box {
  if (!isMirrored) return turnBox(box, quarter)
  const [start, top, end, bottom] = turnBox(box, quarter)
  return [-end, top, -start, bottom]
}

/** The upright box around a slanted word is higher than its letters, by its width times the slope. */
function straighten(
  word: Pick<FramedWord, 'index' | 'line' | 'text'>,
  [start, top, end, bottom]: Box,
  warp: Warp,
): FramedWord {
  const middleAlong = (start + end) / 2
  const middleAcross = (top + bottom) / 2
  const height = Math.max(bottom - top - Math.abs(warp.slope) * (end - start), (bottom - top) / 3)
  const middle = middleAcross - sinkAt(warp, middleAlong, middleAcross)
  const shift = warp.slope * middleAcross
  return {
    ...word,
    column: 0,
    start: start + shift,
    end: end + shift,
    base: middle + height * (0.5 - descent),
    middle,
    height,
  }
}

function phrasesOf(
  page: Page,
  lines: readonly Line[],
  frame: Pick<TextFrame, 'quarter' | 'isMirrored'>,
): readonly Phrase[] {
  const phrases: Phrase[] = []
  const add = (a: Box, b: Box) => {
    const phrase = phraseBetween(a, b)
    if (phrase.run >= minPhraseLength * (a[3] - a[1])) phrases.push(phrase)
  }
  for (const { start, end } of lines) {
    let first = placeBox(page.words[start]!.box, frame)
    let last = first
    for (let index = start + 1; index < end; index++) {
      const next = placeBox(page.words[index]!.box, frame)
      if (!isPhrase(last, next)) {
        add(first, last)
        first = next
      }
      last = next
    }
    add(first, last)
  }
  return phrases
}

/** Words so close are on one line for certain; further away, the line may have been lost. */
function isPhrase(a: Box, b: Box): boolean {
  const height = Math.min(a[3] - a[1], b[3] - b[1])
  const gap = Math.max(b[0] - a[2], a[0] - b[2])
  const step = Math.abs(a[1] + a[3] - b[1] - b[3]) / 2
  return gap < maxPhraseGap * height && step < maxPhraseStep * height
}
