import { slicePassage } from '../align/passage.ts'
import { foldInPlace } from '../values/fold.ts'
import { findNumbers } from '../values/parse-number.ts'
import { wordsInAll } from '../vocabulary/languages.ts'
import type { Missing } from './explained.ts'
import type { PreparedDocument } from './prepare-document.ts'

const phrases = wordsInAll('taxFree')
  .map((words) => foldInPlace(words))
  .filter((words) => words.length > 3)

/** Where a document says in words that it has no tax. Beside an amount they only say what that is without. */
export function findExemption({
  document,
  rows,
  decimalMark,
}: PreparedDocument): Missing | undefined {
  for (const { cells } of rows) {
    if (cells.some(({ text }) => findNumbers(text, decimalMark).some((one) => one.hasDecimals)))
      continue
    for (const cell of cells) {
      const text = foldInPlace(cell.text)
      const said = phrases.find((words) => text.includes(words))
      const place =
        said && slicePassage(document, cell, text.indexOf(said), text.indexOf(said) + said.length)
      if (place) return { missing: { kind: 'said-absent', words: place.text, page: cell.page } }
    }
  }
  return undefined
}
