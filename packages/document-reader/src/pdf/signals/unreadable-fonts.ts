import type { Word } from '@recto/document-text/model'
import type { PlacedWord } from '../../words/group-words.ts'
import type { PageCount } from '../glyphs/read-glyphs.ts'
import { gibberishShare } from './gibberish.ts'

/** The unreadable fonts of a page. */
export type UnreadableFonts = {
  readonly fonts: ReadonlySet<number>
  /** The native words in other fonts. */
  readonly readable: readonly Word[]
}

/**
 * Fewer letters are symbols and bullets, and shorter words are icons: both are drawn in special
 * fonts.
 */
const minLetters = 20
const minLettersOfWord = 2.5
const maxGibberish = 0.5
/** Stricter than for a page, because a single font has fewer words. */
const limits = { minWords: 12, minImplausible: 0.5 }

/**
 * Returns the fonts of a page whose character table is broken: text in them must be read from the
 * picture of the page.
 */
export function findUnreadableFonts(
  native: readonly PlacedWord[],
  count: PageCount,
): UnreadableFonts {
  const wordsByFont = Map.groupBy(native, ({ font = 0 }) => font)
  const fonts = new Set<number>()
  for (const [font, placedWords] of wordsByFont) {
    const letters = count.fonts.get(font)
    if (!letters || letters.letters < minLetters) continue
    if (letters.letters < minLettersOfWord * placedWords.length) continue
    const words = placedWords.map(({ word }) => word)
    if (gibberishShare(letters, words, limits) > maxGibberish) fonts.add(font)
  }
  const readable = native.filter(({ font = 0 }) => !fonts.has(font))
  return { fonts, readable: readable.map(({ word }) => word) }
}
