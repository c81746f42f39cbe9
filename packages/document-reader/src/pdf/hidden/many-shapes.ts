import type { Glyph } from '../../words/glyph.ts'

/** Share of the larger of two shapes, and points, by which they may differ and be the same. */
const sameWithin = 0.12
const samePoints = 0.3
/** So many letters with several shapes, and so large a share of those that come more than once. */
const leastLetters = 3
const leastShare = 0.3
const letter = /^[\p{L}\p{N}]$/u

type Shape = readonly [width: number, height: number]

/**
 * Fonts in which many letters have one shape here and another there, within one text object, where nothing but the shape can
 * differ: their table of characters calls different shapes by the same letter. By what the file states of the shapes, without a picture.
 */
export function fontsOfManyShapes(glyphs: readonly Glyph[]): readonly number[] {
  const changing = new Map<number, Set<string>>()
  const shapes = openShapes()
  for (const { text, ink, font, run } of glyphs) {
    if (!ink || font === 0 || isSame(shapes.firstOf(run, text, ink), ink)) continue
    if (letter.test(text)) addTo(changing, font, text)
  }
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
  for (const { text, ink, font, run } of glyphs) {
    if (!ink || font === 0 || shapes.firstOf(run, text, ink) === ink) continue
    if (letter.test(text)) addTo(again, font, text)
  }
  return again
}

function addTo(letters: Map<number, Set<string>>, font: number, text: string): void {
  const known = letters.get(font)
  if (known) known.add(text)
  else letters.set(font, new Set([text]))
}

const fewCodes = 256

/** The first shape of each letter in the run that is read; most letters have small codes, for which a list is faster. */
function openShapes() {
  const ofCodes: Shape[] = []
  const runs = new Float64Array(fewCodes).fill(-1)
  const others = new Map<string, Shape>()
  let current = -1

  const ofOthers = (run: number, text: string, ink: Shape): Shape => {
    if (run !== current) others.clear()
    current = run
    const known = others.get(text)
    if (!known) others.set(text, ink)
    return known ?? ink
  }
  return {
    firstOf(run: number, text: string, ink: Shape): Shape {
      const code = text.length === 1 ? text.charCodeAt(0) : fewCodes
      if (code >= fewCodes) return ofOthers(run, text, ink)
      if (runs[code] === run) return ofCodes[code] ?? ink
      runs[code] = run
      ofCodes[code] = ink
      return ink
    },
  }
}

const isSame = (a: Shape, b: Shape) => isNear(a[0], b[0]) && isNear(a[1], b[1])

const isNear = (one: number, other: number) =>
  Math.abs(one - other) <= Math.max(samePoints, sameWithin * Math.max(one, other))
