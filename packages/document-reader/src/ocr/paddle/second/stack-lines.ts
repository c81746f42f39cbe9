import type { GreyImage } from '../../../images/grey-image.ts'
import { toGrey } from '../../../images/grey-image.ts'
import type { PageImage } from '../../../images/page-image.ts'
import type { Rectangle } from '../geometry.ts'
import { sampleRectangle } from '../sample-image.ts'
import type { SecondWord } from './second-reading.ts'

/** Pixels: the boxes around lines are about half as high again as their letters, which Tesseract likes at forty. */
const lineHeight = 64
const gap = 28
const margin = 30
const maxWidth = 4000
/** What is taken for ink and for paper: shares of the pixels of a line from its darkest. */
const inkShare = 0.02
const paperShare = 0.8
const minContrast = 20

export type LineStack = {
  readonly picture: GreyImage
  /** The words of each line, their boxes from the line's own left edge on, and how long the line is in pixels. */
  readonly partWords: (words: readonly SecondWord[]) => StackedLine[]
}

type StackedLine = { readonly words: readonly SecondWord[]; readonly width: number }

/**
 * Puts lines of a page below each other, upright, level, of one height and evenly lit, whatever place and size they had: what an
 * engine for whole pages reads best, and its words are told apart by their height.
 */
export function stackLines(image: PageImage, places: readonly Rectangle[]): LineStack {
  const grey = toGrey(image)
  const lines = places.map((place) => cutLine(grey, place))
  const width = Math.max(1, ...lines.map((line) => line.width)) + 2 * margin
  const height = lines.length * (lineHeight + gap) + 2 * margin
  const pixels = new Uint8Array(width * height).fill(255)
  for (const [i, line] of lines.entries())
    for (let y = 0; y < lineHeight; y++) {
      const from = y * line.width
      const to = (topOf(i) + y) * width + margin
      pixels.set(line.pixels.subarray(from, from + line.width), to)
    }
  return {
    picture: { width, height, channels: 1, pixels },
    partWords(words) {
      const parts = lines.map((line) => ({ words: [] as SecondWord[], width: line.width }))
      for (const word of words) {
        const [x0, y0, x1, y1] = word.box
        const middle = (y0 + y1) / 2
        const part = parts[Math.floor((middle - margin + gap / 2) / (lineHeight + gap))]
        part?.words.push({ ...word, box: [x0 - margin, y0, x1 - margin, y1] })
      }
      return parts
    },
  }
}

function topOf(line: number): number {
  return margin + line * (lineHeight + gap)
}

/** A line as large as it is to be, its ink black and its paper white. */
function cutLine(image: GreyImage, place: Rectangle): GreyImage {
  const natural = Math.round((place.width * lineHeight) / Math.max(1, place.height))
  const width = Math.max(8, Math.min(maxWidth, natural))
  const { values } = sampleRectangle(image, place, { width, height: lineHeight })
  const sorted = values.toSorted()
  const isDarkOnLight = mean(values) >= (sorted[0]! + sorted.at(-1)!) / 2
  const tones = isDarkOnLight ? values : values.map((value) => 255 - value)
  const fromPaperToInk = isDarkOnLight ? sorted : tones.toSorted()
  const ink = fromPaperToInk[Math.floor(fromPaperToInk.length * inkShare)]!
  const paper = fromPaperToInk[Math.floor(fromPaperToInk.length * paperShare)]!
  const scale = 255 / Math.max(minContrast, paper - ink)
  const pixels = Uint8Array.from(tones, (tone) => Math.max(0, Math.min(255, (tone - ink) * scale)))
  return { width, height: lineHeight, channels: 1, pixels }
}

function mean(values: Float32Array): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
}
