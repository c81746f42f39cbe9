import type { Box } from '@recto/document-text/model'
import { type PageCount, sumLetterCounts } from '../glyphs/read-glyphs.ts'
import { gibberishShare } from './gibberish.ts'
import { showsInk } from './page-ink.ts'
import { measurePictures, type PicturePage } from './page-pictures.ts'
import type { UnreadableFonts } from './unreadable-fonts.ts'

export type PageSignals = {
  /** Number of characters in the text layer, spaces excluded. */
  readonly letters: number
  /** Share of letters whose character is unknown or implausible. */
  readonly gibberish: number
  /** Share of letters in unreadable fonts, and share of gibberish among the other letters. */
  readonly unreadable: number
  readonly gibberishOfRest: number
  /** Share of the page that pictures cover where there are no words. */
  readonly pictureArea: number
  /**
   * The largest pictures that may contain a few words which are not in the text layer, as
   * displayed.
   */
  readonly smallPictures: readonly Box[]
  /** The page shows something that may be text, as letters or otherwise. */
  readonly hasInk: boolean
}

type SignalPage = PicturePage & {
  readonly count: PageCount
  readonly unreadable: UnreadableFonts
}

/** Cheap on pages without pictures: checks the kind of every object once. */
export function measurePage(signalPage: SignalPage): PageSignals {
  const { count, words } = signalPage
  const { fonts, readable } = signalPage.unreadable
  // Letters outside the page do not count.
  const letters = words.length === 0 ? 0 : count.letters
  const rest = sumLetterCounts(
    [...count.fonts].filter(([font]) => !fonts.has(font)).map(([, one]) => one),
  )
  const gibberish = gibberishShare(count, words)
  return {
    letters,
    gibberish,
    unreadable: letters === 0 ? 0 : 1 - rest.letters / count.letters,
    gibberishOfRest: fonts.size === 0 ? gibberish : gibberishShare(rest, readable),
    ...measurePictures(signalPage),
    hasInk: letters > 0 || showsInk(signalPage.pdfium, signalPage.page),
  }
}
