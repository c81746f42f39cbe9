import type { Box, Word } from '@recto/document-text/model'
import { uniteBoxes } from '@recto/document-text/unite-boxes'
import type { PixelPoint, Quad } from '../../images/page-image.ts'
import type { PlacedWord } from '../../words/group-words.ts'
import { chainLines, type LevelWord } from './chain-lines.ts'
import type { OcrResult, OcrWord } from './ocr-engine.ts'

/** Degrees from the skew of the page within which text is taken to lie as the page does. */
const sameDirection = 12

/**
 * Words of a recognised picture on the displayed page; `scale` is points per pixel. Check boxes become the words
 * `[X]` and `[ ]`. A skew that the whole page has in common is taken out of where the words stand along and across
 * their lines, and the words of a line share its base line and size, so that lines are found whole; their
 * boxes stay where they are seen.
 */
export function placeOcrWords(result: OcrResult, scale: number): PlacedWord[] {
  const skew = commonSkew(result.words)
  const pivot = middleOf(result.words)
  const frame = (word: Word, corners: Quad, angle: number): LevelWord => {
    const level = angle % 90 === 0 ? corners.map((corner) => turn(corner, pivot, -skew)) : corners
    return { word, angle, ...spanOf(level, angle) }
  }
  const words = result.words.map((read) => {
    const { text, quad, confidence } = read
    const box = scaleBox(boxAround(quad), scale)
    const angle = settle(angleOf(onFlat(read)), skew)
    return frame({ text, box, confidence, origin: 'ocr' }, onFlat(read), angle)
  })
  const angle = mainAngle(words)
  const checkboxes = result.checkboxes.map(({ box, isChecked, confidence }) => {
    const text = isChecked ? '[X]' : '[ ]'
    const place = scaleBox(box, scale)
    return frame(
      { text, box: place, confidence, origin: 'ocr', isCheckbox: true },
      cornersOf(box),
      angle,
    )
  })
  return chainLines([...words, ...checkboxes]).map((placedWord) => ({
    ...placedWord,
    alongStart: placedWord.alongStart * scale,
    alongEnd: placedWord.alongEnd * scale,
    baseLine: placedWord.baseLine * scale,
    size: placedWord.size * scale,
  }))
}

/** Where a word stands on its line, also on paper that is not flat. */
function onFlat({ quad, flatQuad }: OcrWord): Quad {
  return flatQuad ?? quad
}

/** Clockwise degrees, -180 to 180. */
function angleOf([[startX, startY], [endX, endY]]: Quad): number {
  return (Math.atan2(endY - startY, endX - startX) * 180) / Math.PI
}

/** Degrees by which most text deviates from a quarter turn: the weighted median, long words counting most. */
function commonSkew(words: readonly OcrWord[]): number {
  const slants = words
    .map(onFlat)
    .map((quad) => ({ slant: deviation(angleOf(quad)), weight: lengthOf(quad) }))
    .sort((a, b) => a.slant - b.slant)
  const half = slants.reduce((sum, { weight }) => sum + weight, 0) / 2
  let totalLength = 0
  for (const { slant, weight } of slants) {
    totalLength += weight
    if (totalLength >= half) return slant
  }
  return 0
}

function lengthOf([[startX, startY], [endX, endY]]: Quad): number {
  return Math.hypot(endX - startX, endY - startY)
}

/** Deviation from the nearest quarter turn. */
function deviation(angle: number): number {
  return angle - Math.round(angle / 90) * 90
}

/** Whole degrees, 0 to 359: text that lies as the page does runs in a quarter turn. */
function settle(angle: number, skew: number): number {
  const slant = deviation(angle - skew)
  const settledAngle = Math.abs(slant) <= sameDirection ? angle - skew - slant : angle
  return (Math.round(settledAngle) + 360) % 360
}

/** The angle of most letters. */
function mainAngle(words: readonly LevelWord[]): number {
  const letters = new Map<number, number>()
  for (const { angle, word } of words)
    letters.set(angle, (letters.get(angle) ?? 0) + word.text.length)
  const [mainScript] = [...letters].sort((a, b) => b[1] - a[1])
  return mainScript?.[0] ?? 0
}

function middleOf(words: readonly OcrWord[]): PixelPoint {
  if (words.length === 0) return [0, 0]
  const [x0, y0, x1, y1] = uniteBoxes(words.map((word) => boxAround(onFlat(word))))
  return [(x0 + x1) / 2, (y0 + y1) / 2]
}

function turn([x, y]: PixelPoint, [px, py]: PixelPoint, degrees: number): PixelPoint {
  const radians = (degrees * Math.PI) / 180
  const sin = Math.sin(radians)
  const cos = Math.cos(radians)
  return [px + (x - px) * cos - (y - py) * sin, py + (x - px) * sin + (y - py) * cos]
}

/** How far corners reach along text that runs at an angle, and across it. */
function spanOf(corners: readonly PixelPoint[], angle: number) {
  const turnedCorners = corners.map((corner) => turn(corner, [0, 0], -angle))
  const xs = turnedCorners.map(([x]) => x)
  const ys = turnedCorners.map(([, y]) => y)
  return {
    start: Math.min(...xs),
    end: Math.max(...xs),
    top: Math.min(...ys),
    bottom: Math.max(...ys),
  }
}

function boxAround(quad: Quad): Box {
  return uniteBoxes(quad.map(([x, y]): Box => [x, y, x, y]))
}

function cornersOf([x0, y0, x1, y1]: Box): Quad {
  return [
    [x0, y0],
    [x1, y0],
    [x1, y1],
    [x0, y1],
  ]
}

function scaleBox([x0, y0, x1, y1]: Box, scale: number): Box {
  return [x0 * scale, y0 * scale, x1 * scale, y1 * scale]
}
