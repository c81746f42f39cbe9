import type { PageSignals } from './page-signals.ts'

/** More unreadable letters than this, and the readable rest is not worth keeping. */
const maxGibberish = 0.3
/** Of the letters: with more in fonts that cannot be read, the rest is not worth keeping. */
const maxUnreadable = 0.7
/** Logos, stamps and photographs beside text stay below it. */
const minPictureArea = 0.2

/**
 * What OCR should read: nothing, the pictures and the words in unreadable fonts between the words that the file spells,
 * or the whole page, whose own letters are then not to be used.
 */
export function ocrNeed(signals: PageSignals): 'none' | 'pictures' | 'page' {
  if (signals.letters === 0) return signals.hasInk ? 'page' : 'none'
  const isMixed = signals.unreadable > 0 && signals.unreadable <= maxUnreadable
  if (isMixed && signals.gibberishOfRest <= maxGibberish) return 'pictures'
  if (signals.gibberish > maxGibberish) return 'page'
  return signals.pictureArea >= minPictureArea ? 'pictures' : 'none'
}
