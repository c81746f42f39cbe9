import type { Box } from '@recto/document-text/model'
import { type PageCount, sumOf } from '../glyphs/read-glyphs.ts'
import { gibberishShare } from './gibberish.ts'
import { showsInk } from './page-ink.ts'
import { measurePictures, type PicturePage } from './page-pictures.ts'
import type { UnreadableFonts } from './unreadable-fonts.ts'

export type PageSignals = {
  /** Characters that the file spells on the page, spaces excluded. */
  readonly letters: number
  /** Share of letters whose character is unknown or implausible. */
  readonly gibberish: number
  /** Share of letters in fonts none of which can be read, and of gibberish among the others. */
  readonly unreadable: number
  readonly gibberishOfRest: number
  /** Share of the page that pictures cover where no words are. */
  readonly pictureArea: number
  /** The largest of its pictures that may carry a few words which the file does not spell, as displayed. */
  readonly smallPictures: readonly Box[]
  /** The page shows something that a person may read, in letters or not. */
  readonly hasInk: boolean
}

type SignalPage = PicturePage & {
  readonly count: PageCount
  readonly unreadable: UnreadableFonts
}

/** Cheap on pages without pictures: one look at the kind of every object. */
export function measurePage(given: SignalPage): PageSignals {
  const { count, words } = given
  const { fonts, readable } = given.unreadable
  // Letters beside the page are none of it.
  const letters = words.length === 0 ? 0 : count.letters
  const rest = sumOf([...count.fonts].flatMap(([font, one]) => (fonts.has(font) ? [] : [one])))
  const gibberish = gibberishShare(count, words)
  return {
    letters,
    gibberish,
    unreadable: letters === 0 ? 0 : 1 - rest.letters / count.letters,
    gibberishOfRest: fonts.size === 0 ? gibberish : gibberishShare(rest, readable),
    ...measurePictures(given),
    hasInk: letters > 0 || showsInk(given.pdfium, given.page),
  }
}
