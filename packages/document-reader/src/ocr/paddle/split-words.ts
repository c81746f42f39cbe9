import { omitUndefined } from '@recto/omit-undefined'
import type { OcrWord } from '../words/ocr-engine.ts'
import type { Character } from './decode-ctc.ts'
import { findGaps, type Gap } from './find-gaps.ts'
import { findSpaces } from './find-spaces.ts'
import { pointIn, type Rectangle } from './geometry.ts'
import { type InkProfile, inkProfile } from './ink-profile.ts'
import { looksHandwritten } from './looks-handwritten.ts'
import type { RecognisedLine } from './recognise-line.ts'
import { settleLookalikes } from './settle-lookalikes.ts'

/** A word by its characters. */
export type CutWord = Pick<OcrWord, 'quad' | 'isHandwritten'> & {
  readonly characters: readonly Character[]
}

export function writeWord({ characters, ...word }: CutWord): OcrWord {
  const text = textOf(characters)
  return { text, confidence: confidenceOf(text, characters), ...word }
}

const number = /^[^\p{L}\d]*\d[\d.,]*\d[^\p{L}\d]*$/u
/** A character below this is a guess. */
const guess = 0.6

/** A guess among the letters of a word leaves it readable, but one among digits makes another number. */
function confidenceOf(text: string, characters: readonly Character[]): number {
  const mean = getMeanConfidence(characters)
  if (!number.test(text)) return mean
  const worst = Math.min(...characters.map(({ confidence }) => confidence))
  return worst < guess ? Math.min(mean, worst) : mean
}

/** Parts a line into words, each around its own ink. */
export function cutWords(line: RecognisedLine): CutWord[] {
  const { characters, picture, place } = line
  if (characters.length === 0) return []
  const ink = inkProfile(picture)
  const gaps = findGaps(line, ink)
  const isSpace = findSpaces(characters, gaps, ink)
  const writing = omitUndefined({ isHandwritten: looksHandwritten(line, ink) || undefined })

  const words: CutWord[] = []
  const ends = isSpace
    .map((isSpace, i) => (isSpace ? i + 1 : undefined))
    .filter((value) => value !== undefined)
  let start = 0
  for (const end of [...ends, characters.length]) {
    const left = start === 0 ? firstInk(ink, gaps[0]) : gaps[start - 1]!.end
    const right = end === characters.length ? lastInk(ink, gaps.at(-1)) : gaps[end - 1]!.start
    words.push({
      characters: characters.slice(start, end),
      quad: quadOf(place, picture, { left, right, top: ink.top, bottom: ink.bottom }),
      ...writing,
    })
    start = end
  }
  return words
}

/** The first column with ink before the first gap. */
function firstInk({ columns }: InkProfile, gap: Gap | undefined): number {
  const column = columns.findIndex((ink) => ink > 1)
  return column === -1 || (gap && column >= gap.start) ? 0 : column
}

function lastInk({ columns }: InkProfile, gap: Gap | undefined): number {
  const column = columns.findLastIndex((ink) => ink > 1) + 1
  return column === 0 || (gap && column <= gap.end) ? columns.length : column
}

type Extent = { left: number; right: number; top: number; bottom: number }

function quadOf(
  place: Rectangle,
  picture: { readonly width: number; readonly height: number },
  { left, right, top, bottom }: Extent,
): OcrWord['quad'] {
  const toPoint = (x: number, y: number) => pointIn(place, x / picture.width, y / picture.height)
  const end = Math.max(right, left + 1)
  return [toPoint(left, top), toPoint(end, top), toPoint(end, bottom), toPoint(left, bottom)]
}

const chinese = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

/** The network knows no ß, and writes the Greek letter that looks like it. */
const greekForEszett = /(?<=\p{Script=Latin})β|β(?=\p{Script=Latin})/gu

/**
 * The network writes brackets and colons as wide as Chinese has them; between Latin letters they are the plain ones. It
 * knows no euro sign and takes it for the sign of set membership.
 */
function textOf(characters: readonly Character[]): string {
  const isChinese = characters.some(({ text }) => chinese.test(text))
  const text = settleLookalikes(characters)
  if (isChinese) return text
  return text
    .replace(/[\uff01-\uff5e]/g, (wide) => wide.normalize('NFKC'))
    .replaceAll('∈', '€')
    .replace(greekForEszett, 'ß')
}

export function getMeanConfidence(characters: readonly Character[]): number {
  if (characters.length === 0) return 0
  return characters.reduce((sum, { confidence }) => sum + confidence, 0) / characters.length
}
