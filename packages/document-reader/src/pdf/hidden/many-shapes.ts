import type { Glyph } from '../../words/glyph.ts'

/** Share of the larger of two shapes, and points, by which they may differ and be the same. */
const sameWithin = 0.12
const samePoints = 0.3
/** So many letters with several shapes, and so large a share of those that come more than once. */
const leastLetters = 3
const leastShare = 0.3
const letter = /^[\p{L}\p{N}]$/u

type Counted = { readonly again: Set<string>; readonly changing: Set<string> }

/**
 * Fonts in which many letters have one shape here and another there, within one text object, where nothing but the shape can
 * differ: their table of characters calls different shapes by the same letter. By what the file states of the shapes, without a picture.
 */
export function fontsOfManyShapes(glyphs: readonly Glyph[]): readonly number[] {
  const fonts = new Map<number, Counted>()
  let run = 0
  const shapes = new Map<string, readonly [number, number]>()
  for (const { text, ink, font, run: its } of glyphs) {
    if (!ink || font === 0) continue
    if (its !== run) shapes.clear()
    run = its
    const before = shapes.get(text)
    if (!before) shapes.set(text, ink)
    else if (letter.test(text)) count(fonts, font, { text, isSame: isSame(before, ink) })
  }
  return [...fonts].flatMap(([font, { again, changing }]) =>
    changing.size >= leastLetters && changing.size >= leastShare * again.size ? [font] : [],
  )
}

function count(
  fonts: Map<number, Counted>,
  font: number,
  { text, isSame }: { readonly text: string; readonly isSame: boolean },
): void {
  const counted = fonts.get(font) ?? { again: new Set<string>(), changing: new Set<string>() }
  fonts.set(font, counted)
  counted.again.add(text)
  if (!isSame) counted.changing.add(text)
}

const isSame = (a: readonly [number, number], b: readonly [number, number]) =>
  isNear(a[0], b[0]) && isNear(a[1], b[1])

const isNear = (one: number, other: number) =>
  Math.abs(one - other) <= Math.max(samePoints, sameWithin * Math.max(one, other))
