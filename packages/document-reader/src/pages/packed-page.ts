import type {
  Box,
  GlyphRun,
  Line,
  Page,
  Word,
  WordOrigin,
  WordStyle,
} from '@recto/document-text/model'
import { omitUndefined } from '@recto/omit-undefined'

/** A page as it crosses from a thread: few large values in place of thousands of small objects. */
export type PackedPage = Omit<Page, 'words' | 'lines' | 'rules'> & {
  /** The texts of all words, separated by line feeds, which no word contains. */
  readonly texts: string
  /** Four hundredths of a point for each word. */
  readonly boxes: Hundredths
  /** Each word has an index into `wordOrigins`, a bit for a check box and one for a struck word. */
  readonly origins: Uint8Array<ArrayBuffer>
  /** Absent when all are 1. */
  readonly confidences?: Float32Array<ArrayBuffer>
  /** Start, end and angle of each line. */
  readonly lines: Int32Array<ArrayBuffer>
  readonly lineBoxes: Hundredths
  readonly rules?: Hundredths
  readonly glyphs?: PackedGlyphs
  /** Twice the hundredths of a point of each word's size, 1 more if it is bold; 0 for a word without. */
  readonly styles?: Hundredths
}

/** `edges`, and the `tops` of those that have them, of all words in a row. */
type PackedGlyphs = {
  /** Each word has `4 * (its edges) + 2 * hasTops + isSpaced`; -1 without glyphs. */
  readonly counts: Int32Array<ArrayBuffer>
  readonly edges: PackedPlaces
  readonly tops: PackedPlaces
}

/**
 * Hundred-thousandths of a point, as in stored texts, because a limit decides about the last decimal; points where
 * one of them is too far off the page to be counted so.
 */
type PackedPlaces = Int32Array<ArrayBuffer> | Float64Array<ArrayBuffer>
const placesPerPoint = 100_000
const maxPackedPoints = 21_000

/** Points, rounded to hundredths. */
type Hundredths = Int32Array<ArrayBuffer>

const wordOrigins: readonly WordOrigin[] = ['native', 'ocr', 'form', 'markup']
const originBits = 0x3f
const struckBit = 0x40
const checkboxBit = 0x80

export function packPage({ words, lines, rules, ...page }: Page): PackedPage {
  const isCertain = words.every(({ confidence }) => confidence === 1)
  const hasGlyphs = words.some(({ glyphs }) => glyphs)
  return {
    ...page,
    width: round(page.width),
    height: round(page.height),
    texts: words.map((word) => word.text).join('\n'),
    boxes: packBoxes(words.map(({ box }) => box)),
    origins: Uint8Array.from(words, packOrigin),
    ...omitUndefined({
      confidences: isCertain ? undefined : Float32Array.from(words, (word) => word.confidence),
    }),
    lines: Int32Array.from(lines.flatMap((line) => [line.start, line.end, line.angle ?? 0])),
    lineBoxes: packBoxes(lines.map(({ box }) => box)),
    ...omitUndefined({
      rules: rules && packBoxes(rules),
      glyphs: hasGlyphs ? packGlyphs(words) : undefined,
      styles: words.some(({ style }) => style) ? Int32Array.from(words, packStyle) : undefined,
    }),
  }
}

/** Buffers that can be transferred to another thread without a copy. */
export function buffersOf(page: PackedPage): ArrayBuffer[] {
  const { boxes, origins, confidences, lines, lineBoxes, rules, glyphs, styles } = page
  const arrays = [boxes, origins, confidences, lines, lineBoxes, rules, styles]
  return [...arrays, glyphs?.counts, glyphs?.edges, glyphs?.tops].flatMap(
    (array) => array?.buffer ?? [],
  )
}

export function unpackPage(packedPage: PackedPage): Page {
  const { texts, boxes, origins, confidences, lines, lineBoxes, rules, glyphs, styles, ...page } =
    packedPage
  return {
    ...page,
    words: unpackWords(packedPage),
    lines: unpackLines(packedPage),
    ...omitUndefined({ rules: rules && unpackBoxes(rules) }),
  }
}

function unpackWords(packedPage: PackedPage): Word[] {
  const { texts, boxes, origins, confidences, glyphs, styles } = packedPage
  if (texts === '') return []
  const runs = glyphs && unpackGlyphs(glyphs)
  return texts.split('\n').map((text, i): Word => {
    const origin = origins[i]!
    const run = runs?.[i]
    return {
      text,
      box: boxAt(boxes, i),
      confidence: confidences?.[i] ?? 1,
      origin: wordOrigins[origin & originBits]!,
      ...omitUndefined({
        isCheckbox: origin & checkboxBit ? true : undefined,
        isStruck: origin & struckBit ? true : undefined,
        glyphs: run,
        style: styles?.[i] ? unpackStyle(styles[i]) : undefined,
      }),
    }
  })
}

function packOrigin({ origin, isCheckbox, isStruck }: Word): number {
  const bits = (isCheckbox ? checkboxBit : 0) | (isStruck ? struckBit : 0)
  return wordOrigins.indexOf(origin) | bits
}

const packStyle = ({ style }: Word) =>
  style ? 2 * toHundredths(style.size) + (style.isBold ? 1 : 0) : 0

function unpackStyle(packedStyle: number): WordStyle {
  const isBold = packedStyle & 1 ? true : undefined
  return { size: (packedStyle >> 1) / 100, ...omitUndefined({ isBold }) }
}

function packGlyphs(words: readonly Word[]): PackedGlyphs {
  return {
    counts: Int32Array.from(words, ({ glyphs }) =>
      glyphs ? glyphs.edges.length * 4 + (glyphs.tops ? 2 : 0) + (glyphs.isSpaced ? 1 : 0) : -1,
    ),
    edges: packPlaces(words.flatMap(({ glyphs }) => glyphs?.edges ?? [])),
    tops: packPlaces(words.flatMap(({ glyphs }) => glyphs?.tops ?? [])),
  }
}

function unpackGlyphs({ counts, edges, tops }: PackedGlyphs): (GlyphRun | undefined)[] {
  let edge = 0
  let top = 0
  return Array.from(counts, (count) => {
    if (count < 0) return undefined
    const size = count >> 2
    const run = { edges: placesFrom(edges, edge, size), isSpaced: (count & 1) === 1 }
    edge += size
    if ((count & 2) === 0) return run
    const withTops = { ...run, tops: placesFrom(tops, top, size / 2) }
    top += size / 2
    return withTops
  })
}

function packPlaces(places: readonly number[]): PackedPlaces {
  return places.every((place) => Math.abs(place) <= maxPackedPoints)
    ? Int32Array.from(places, (place) => Math.round(place * placesPerPoint))
    : Float64Array.from(places)
}

function placesFrom(all: PackedPlaces, from: number, size: number): number[] {
  const unit = all instanceof Int32Array ? placesPerPoint : 1
  return Array.from(all.subarray(from, from + size), (place) => place / unit)
}

function unpackLines({ lines, lineBoxes }: PackedPage): Line[] {
  return Array.from({ length: lines.length / 3 }, (_, i): Line => {
    const angle = lines[i * 3 + 2]!
    return {
      box: boxAt(lineBoxes, i),
      start: lines[i * 3]!,
      end: lines[i * 3 + 1]!,
      ...omitUndefined({ angle: angle === 0 ? undefined : angle }),
    }
  })
}

function packBoxes(boxes: readonly Box[]): Hundredths {
  const coordinates = new Int32Array(boxes.length * 4)
  boxes.forEach((box, i) => {
    for (let side = 0; side < 4; side++) coordinates[i * 4 + side] = toHundredths(box[side]!)
  })
  return coordinates
}

function unpackBoxes(boxes: Hundredths): Box[] {
  return Array.from({ length: boxes.length / 4 }, (_, i) => boxAt(boxes, i))
}

function boxAt(boxes: Hundredths, index: number): Box {
  const offset = index * 4
  return [
    boxes[offset]! / 100,
    boxes[offset + 1]! / 100,
    boxes[offset + 2]! / 100,
    boxes[offset + 3]! / 100,
  ]
}

function toHundredths(points: number): number {
  return Math.round(points * 100)
}

function round(points: number): number {
  return toHundredths(points) / 100
}
