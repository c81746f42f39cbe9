import { slicePassage } from '../align/passage.ts'
import { foldKeepingOffsets } from '../values/fold.ts'
import { findNumbers } from '../values/parse-number.ts'
import { wordsInAllLanguages } from '../vocabulary/languages.ts'
import type { MissingAnswer } from './explanations.ts'
import type { PreparedDocument } from './prepare-document.ts'

const taxFreePhrases = wordsInAllLanguages('taxFree')
  .map((words) => foldKeepingOffsets(words))
  .filter((words) => words.length > 3)

/**
 * Finds a statement that the document has no tax. A row with an amount is ignored: there the words
 * only describe the amount.
 */
export function findExemption({
  document,
  rows,
  decimalMark,
}: PreparedDocument): MissingAnswer | undefined {
  for (const { cells } of rows) {
    if (cells.some(({ text }) => findNumbers(text, decimalMark).some((one) => one.hasDecimals)))
      continue
    for (const cell of cells) {
      const text = foldKeepingOffsets(cell.text)
      const phrase = taxFreePhrases.find((words) => text.includes(words))
      const place =
        phrase &&
        slicePassage(document, cell, text.indexOf(phrase), text.indexOf(phrase) + phrase.length)
      if (place) return { missing: { kind: 'said-absent', words: place.text, page: cell.page } }
    }
  }
  return undefined
}
