import type { Glyph } from '../../words/glyph.ts'
import { type LetterCount, type PageCount, sumLetterCounts } from '../glyphs/read-glyphs.ts'
import type { Pdfium } from '../pdfium/pdfium.ts'

/** Share of the letters of a font for which the file states no character. */
const minUndecoded = 0.1

/**
 * The fonts of a page of a cut-off file whose data is missing, or the text objects that are drawn in Helvetica instead. Neither
 * their characters nor their shapes are in the file, so that both the text and the picture of the page show other letters.
 */
export function findLostFonts(
  pdfium: Pdfium,
  glyphs: readonly Glyph[],
  { fonts }: PageCount,
): ReadonlySet<number> {
  const handles = new Set(glyphs.map(({ font }) => font))
  const isUndecoded = (count: LetterCount) =>
    count.letters > 0 && count.unknown + count.unmapped >= minUndecoded * count.letters
  const isEmbedded = (font: number) =>
    handles.has(font) && pdfium.FPDFFont_GetIsEmbedded(font) === 1
  const lostEntries = [...fonts].filter(
    ([font, count]) => font !== 0 && isUndecoded(count) && !isEmbedded(font),
  )
  return new Set(lostEntries.map(([font]) => font))
}

/** The letters of a page in other fonts. */
export function withoutFonts({ fonts }: PageCount, left: ReadonlySet<number>): PageCount {
  const keptCounts = new Map([...fonts].filter(([font]) => !left.has(font)))
  return { ...sumLetterCounts([...keptCounts.values()]), fonts: keptCounts }
}
