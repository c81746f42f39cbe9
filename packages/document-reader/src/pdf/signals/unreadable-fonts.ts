import type { Word } from '@recto/document-text/model'
import type { PlacedWord } from '../../words/group-words.ts'
import type { PageCount } from '../glyphs/read-glyphs.ts'
import { gibberishShare } from './gibberish.ts'

/** Of a page. */
export type UnreadableFonts = {
  readonly fonts: ReadonlySet<number>
  /** The native words in other fonts. */
  readonly readable: readonly Word[]
}

/** Fewer letters are marks and bullets, and shorter words are icons: both are drawn in fonts of their own. */
const minLetters = 20
const minLettersOfWord = 2.5
const maxGibberish = 0.5
/** Of a single font less is known than of a page. */
const limits = { minWords: 12, minImplausible: 0.5 }

/** The fonts of a page whose table of characters is broken: what they write must be read from the picture of the page. */
export function findUnreadableFonts(
  native: readonly PlacedWord[],
  count: PageCount,
): UnreadableFonts {
  const ofFont = Map.groupBy(native, ({ font = 0 }) => font)
  const fonts = new Set<number>()
  for (const [font, placed] of ofFont) {
    const letters = count.fonts.get(font)
    if (!letters || letters.letters < minLetters) continue
    if (letters.letters < minLettersOfWord * placed.length) continue
    const words = placed.map(({ word }) => word)
    if (gibberishShare(letters, words, limits) > maxGibberish) fonts.add(font)
  }
  const readable = native.filter(({ font = 0 }) => !fonts.has(font))
  return { fonts, readable: readable.map(({ word }) => word) }
}
