import type { Box } from '@recto/document-text/model'
import type { Glyph } from '../../words/glyph.ts'

/** Tolerance within which two sizes count as equal: share of the larger one, and points. */
const shapeTolerance = 0.12
const pointTolerance = 0.3
/**
 * Minimum number of letters with several shapes, and their minimum share of the letters that occur
 * more than once.
 */
const minLetters = 3
const minShare = 0.3
const letter = /^[\p{L}\p{N}]$/u

/**
 * Finds fonts in which many letters have different shapes within one text object, where only the
 * glyph can differ: their character table maps different shapes to the same letter. Compares the
 * ink boxes that the file states, without rendering.
 */
export function findFontsWithManyShapes(glyphs: readonly Glyph[]): readonly number[] {
  const changingLetters = new Map<number, Set<string>>()
  const shapes = openShapes()
  for (const glyph of glyphs)
    if (glyph.ink && shapes.isRepeated(glyph, glyph.ink) && !shapes.isSameShape(glyph.ink))
      addTo(changingLetters, glyph)
  const suspectFonts = [...changingLetters].filter(([, { size }]) => size >= minLetters)
  // True for nearly all documents.
  if (suspectFonts.length === 0) return []
  const repeatedByFont = findRepeatedLetters(glyphs)
  return suspectFonts
    .filter(([font, { size }]) => size >= minShare * (repeatedByFont.get(font)?.size ?? 0))
    .map(([font]) => font)
}

/** Collects, by font, the letters that occur more than once in a text object. */
function findRepeatedLetters(glyphs: readonly Glyph[]): ReadonlyMap<number, ReadonlySet<string>> {
  const repeatedByFont = new Map<number, Set<string>>()
  const shapes = openShapes()
  for (const glyph of glyphs)
    if (glyph.ink && shapes.isRepeated(glyph, glyph.ink)) addTo(repeatedByFont, glyph)
  return repeatedByFont
}

function addTo(letters: Map<number, Set<string>>, { font, text }: Glyph): void {
  if (font === 0 || !letter.test(text)) return
  const fontLetters = letters.get(font)
  if (fontLetters) fontLetters.add(text)
  else letters.set(font, new Set([text]))
}

const tableSize = 256

/**
 * Remembers the first shape of each letter in the current run; most letters have small codes, for
 * which typed arrays are faster.
 */
function openShapes() {
  const runs = new Float64Array(tableSize).fill(-1)
  const widths = new Float64Array(tableSize)
  const heights = new Float64Array(tableSize)
  const otherShapes = new Map<string, Box>()
  let currentRun = -1
  let width = 0
  let height = 0

  const isRepeatedOther = ({ run, text }: Glyph, ink: Box): boolean => {
    if (run !== currentRun) otherShapes.clear()
    currentRun = run
    const firstShape = otherShapes.get(text)
    if (!firstShape) otherShapes.set(text, ink)
    else {
      width = firstShape[2] - firstShape[0]
      height = firstShape[3] - firstShape[1]
    }
    return firstShape !== undefined
  }
  return {
    /** Whether the letter occurred before in its run. */
    isRepeated(glyph: Glyph, ink: Box): boolean {
      const code = glyph.text.length === 1 ? glyph.text.charCodeAt(0) : tableSize
      if (code >= tableSize) return isRepeatedOther(glyph, ink)
      if (runs[code] === glyph.run) {
        width = widths[code]!
        height = heights[code]!
        return true
      }
      runs[code] = glyph.run
      widths[code] = ink[2] - ink[0]
      heights[code] = ink[3] - ink[1]
      return false
    },
    /**
     * Whether a shape has the size of the first occurrence of the letter last found to be repeated.
     */
    isSameShape: (ink: Box) => isNear(width, ink[2] - ink[0]) && isNear(height, ink[3] - ink[1]),
  }
}

const isNear = (a: number, b: number) =>
  Math.abs(a - b) <= Math.max(pointTolerance, shapeTolerance * Math.max(a, b))
