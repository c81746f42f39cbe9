import { omitUndefined } from '@recto/omit-undefined'
import type { PlacedWord } from '../../words/group-words.ts'
import type { Pdfium, Scratch } from '../pdfium/pdfium.ts'

/** Bit of the font flags that asks for bold shapes: ISO 32000-1, 9.8.2. */
const forceBold = 1 << 18
const boldName = /bold|black|heavy|demi/i
const maxNameBytes = 60

type FontSource = { readonly pdfium: Pdfium; readonly scratch: Scratch }

/** Gives native words the size and the weight of their font. A page has few fonts, and each is asked once. */
export function styleWords(source: FontSource, words: readonly PlacedWord[]): PlacedWord[] {
  const weights = new Map<number, boolean>()
  const isBold = (font: number) => {
    const weight = weights.get(font) ?? hasBoldShapes(source, font)
    weights.set(font, weight)
    return weight
  }
  return words.map((placedWord) => {
    const { word, font = 0, em = 0 } = placedWord
    if (font === 0 || em === 0) return placedWord
    const style = {
      size: em,
      ...omitUndefined({ isBold: isBold(font) ? (true as const) : undefined }),
    }
    return { ...placedWord, word: { ...word, style } }
  })
}

function hasBoldShapes({ pdfium, scratch }: FontSource, font: number): boolean {
  const flags = pdfium.FPDFFont_GetFlags(font)
  if (flags > 0 && (flags & forceBold) !== 0) return true
  const bytes = pdfium.FPDFFont_GetBaseFontName(font, scratch.pointer, maxNameBytes)
  if (bytes < 1 || bytes > maxNameBytes) return false
  return boldName.test(
    Buffer.from(pdfium.memory.buffer, scratch.pointer, bytes - 1).toString('latin1'),
  )
}
