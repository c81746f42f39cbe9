import type { Box, Line, Page, Word } from '@recto/document-text/model'
import type { HiddenHandling } from '@recto/document-text/reader'
import { uniteBoxes } from '@recto/document-text/unite-boxes'

/** More of a page tells nobody more. */
const maxHiddenTexts = 200

/** A page whose hidden words are among its words: whoever does not ask knows nothing of them and reads all. */
export function withoutHidden(page: Page, hiddenHandling: HiddenHandling | undefined): Page {
  const { hidden, ...whole } = page
  if (!hidden || hiddenHandling === undefined) return whole
  const hiddenField = { hidden: hidden.slice(0, maxHiddenTexts) }
  if (hiddenHandling === 'named') return { ...whole, ...hiddenField }
  const byTop = Map.groupBy(
    hidden.map(({ box }) => box),
    ([, top]) => top,
  )
  const words: Word[] = []
  const lines = page.lines.flatMap((line): Line[] => {
    const visibleWords = page.words
      .slice(line.start, line.end)
      .filter(({ box }) => !byTop.get(box[1])?.some((outer) => isWithin(box, outer)))
    if (visibleWords.length === 0) return []
    const start = words.length
    words.push(...visibleWords)
    return [
      { ...line, box: uniteBoxes(visibleWords.map(({ box }) => box)), start, end: words.length },
    ]
  })
  return { ...whole, words, lines, ...hiddenField }
}

const isWithin = (box: Box, outer: Box) =>
  box[0] >= outer[0] && box[1] >= outer[1] && box[2] <= outer[2] && box[3] <= outer[3]
