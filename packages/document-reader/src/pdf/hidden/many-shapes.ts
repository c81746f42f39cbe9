import type { Box } from '@recto/document-text/model'
import type { Glyph } from '../../words/glyph.ts'

/** Share of the larger of two shapes, and points, by which they may differ and be the same. */
const sameWithin = 0.12
const samePoints = 0.3
/** So many letters with several shapes, and so large a share of those that come more than once. */
const leastLetters = 3
const leastShare = 0.3
const letter = /^[\p{L}\p{N}]$/u

/**
 * Fonts in which many letters have one shape here and another there, within one text object, where nothing but the shape can
 * differ: their table of characters calls different shapes by the same letter. By what the file states of the shapes, without a picture.
 */
export function fontsOfManyShapes(glyphs: readonly Glyph[]): readonly number[] {
  const changing = new Map<number, Set<string>>()
  const shapes = openShapes()
  for (const glyph of glyphs)
    if (glyph.ink && shapes.isAgain(glyph, glyph.ink) && !shapes.isSame(glyph.ink))
      addTo(changing, glyph)
  const doubted = [...changing].filter(([, { size }]) => size >= leastLetters)
  // Of nearly all documents there are none.
  if (doubted.length === 0) return []
  const again = repeatedLetters(glyphs)
  return doubted.flatMap(([font, { size }]) =>
    size >= leastShare * (again.get(font)?.size ?? 0) ? [font] : [],
  )
}

/** By font, letters that come more than once in a text object. */
function repeatedLetters(glyphs: readonly Glyph[]): ReadonlyMap<number, ReadonlySet<string>> {
  const again = new Map<number, Set<string>>()
  const shapes = openShapes()
  for (const glyph of glyphs) if (glyph.ink && shapes.isAgain(glyph, glyph.ink)) addTo(again, glyph)
  return again
}

function addTo(letters: Map<number, Set<string>>, { font, text }: Glyph): void {
  if (font === 0 || !letter.test(text)) return
  const known = letters.get(font)
  if (known) known.add(text)
  else letters.set(font, new Set([text]))
}

const fewCodes = 256

/** The first shape of each letter in the run that is read; most letters have small codes, for which lists of numbers are faster. */
function openShapes() {
  const runs = new Float64Array(fewCodes).fill(-1)
  const [widths, heights] = [new Float64Array(fewCodes), new Float64Array(fewCodes)]
  const others = new Map<string, Box>()
  let current = -1
  let [width, height] = [0, 0]

  const isAgainAmongOthers = ({ run, text }: Glyph, ink: Box): boolean => {
    if (run !== current) others.clear()
    current = run
    const known = others.get(text)
    if (!known) others.set(text, ink)
    else [width, height] = [known[2] - known[0], known[3] - known[1]]
    return known !== undefined
  }
  return {
    /** Whether the letter was there before in its run. */
    isAgain(glyph: Glyph, ink: Box): boolean {
      const code = glyph.text.length === 1 ? glyph.text.charCodeAt(0) : fewCodes
      if (code >= fewCodes) return isAgainAmongOthers(glyph, ink)
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
    /** Whether a shape is that of the letter that was there again last. */
    isSame: (ink: Box) => isNear(width, ink[2] - ink[0]) && isNear(height, ink[3] - ink[1]),
  }
}

const isNear = (one: number, other: number) =>
  Math.abs(one - other) <= Math.max(samePoints, sameWithin * Math.max(one, other))
