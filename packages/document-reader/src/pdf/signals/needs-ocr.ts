import type { PageSignals } from './page-signals.ts'

/** With a larger share of unreadable letters, the readable rest is not worth keeping. */
const maxGibberish = 0.3
/** With a larger share of letters in unreadable fonts, the rest is not worth keeping. */
const maxUnreadable = 0.7
/** Logos, stamps and photographs beside text cover less than this share. */
const minPictureArea = 0.2

/**
 * Decides what OCR reads: nothing; the pictures, and the words in unreadable fonts, between the
 * words of the text layer; or the whole page, whose text layer is then ignored.
 */
export function decideOcrNeed(signals: PageSignals): 'none' | 'pictures' | 'page' {
  if (signals.letters === 0) return signals.hasInk ? 'page' : 'none'
  const isMixed = signals.unreadable > 0 && signals.unreadable <= maxUnreadable
  if (isMixed && signals.gibberishOfRest <= maxGibberish) return 'pictures'
  if (signals.gibberish > maxGibberish) return 'page'
  return signals.pictureArea >= minPictureArea ? 'pictures' : 'none'
}
