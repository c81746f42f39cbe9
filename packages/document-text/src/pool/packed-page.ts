import type { Box, Line, Page, Word, WordOrigin } from '../model.ts'

/** A page as it crosses from a worker: few large values in place of thousands of small objects. */
export type PackedPage = {
  readonly number: number
  readonly width: number
  readonly height: number
  readonly rotation: Page['rotation']
  /** The texts of all words, separated by line feeds, which no word contains. */
  readonly texts: string
  /** Four hundredths of a point for each word. */
  readonly boxes: Int32Array<ArrayBuffer>
  /** Start, end and angle of each line. */
  readonly lines: Int32Array<ArrayBuffer>
  readonly lineBoxes: Int32Array<ArrayBuffer>
  /** For each word an index into `wordOrigins`. */
  readonly origins: Uint8Array<ArrayBuffer>
}

const wordOrigins: readonly WordOrigin[] = ['native', 'ocr', 'form', 'markup']

/** Boxes are rounded to hundredths of a point. Only for readers that guess nothing: confidence is 1. */
export function packPage(page: Page): PackedPage {
  return {
    number: page.number,
    width: round(page.width),
    height: round(page.height),
    rotation: page.rotation,
    texts: page.words.map((word) => word.text).join('\n'),
    boxes: packBoxes(page.words),
    lines: Int32Array.from(page.lines.flatMap((line) => [line.start, line.end, line.angle ?? 0])),
    lineBoxes: packBoxes(page.lines),
    origins: Uint8Array.from(page.words, (word) => wordOrigins.indexOf(word.origin)),
  }
}

/** What may be moved to the other thread without a copy. */
export function buffersOf(page: PackedPage): ArrayBuffer[] {
  return [page.boxes.buffer, page.lines.buffer, page.lineBoxes.buffer, page.origins.buffer]
}

export function unpackPage(packed: PackedPage): Page {
  const texts = packed.texts === '' ? [] : packed.texts.split('\n')
  const words = texts.map(
    (text, i): Word => ({
      text,
      box: boxAt(packed.boxes, i),
      confidence: 1,
      origin: wordOrigins[packed.origins[i]!]!,
    }),
  )
  const { number, width, height, rotation } = packed
  return { number, width, height, rotation, words, lines: unpackLines(packed) }
}

function unpackLines({ lines, lineBoxes }: PackedPage): Line[] {
  return Array.from({ length: lines.length / 3 }, (_, i): Line => {
    const angle = lines[i * 3 + 2]!
    return {
      box: boxAt(lineBoxes, i),
      start: lines[i * 3]!,
      end: lines[i * 3 + 1]!,
      ...(angle === 0 ? {} : { angle }),
    }
  })
}

function packBoxes(boxed: readonly { readonly box: Box }[]): Int32Array<ArrayBuffer> {
  const packed = new Int32Array(boxed.length * 4)
  boxed.forEach(({ box }, i) => {
    for (let side = 0; side < 4; side++) packed[i * 4 + side] = Math.round(box[side]! * 100)
  })
  return packed
}

function boxAt(boxes: Int32Array, index: number): Box {
  const at = index * 4
  return [boxes[at]! / 100, boxes[at + 1]! / 100, boxes[at + 2]! / 100, boxes[at + 3]! / 100]
}

function round(points: number): number {
  return Math.round(points * 100) / 100
}
