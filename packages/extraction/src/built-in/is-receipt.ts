import { wordsOf } from '../values/fold.ts'
import { wordsInAllLanguages } from '../vocabulary/languages.ts'
import type { PreparedDocument } from './prepare-document.ts'

/** Maximum ratio of width to height of a receipt; a till roll is narrower than a sheet. */
const maxReceiptRatio = 0.6
const minChangeScore = 0.9
const receiptTitles: ReadonlySet<string> = new Set(
  wordsInAllLanguages('receipts').map((title) => wordsOf(title).join(' ')),
)

/**
 * Whether a document is a receipt: by its title, by a label for the change, or by the narrow page
 * of a till roll.
 */
export function isReceipt({ document, rows, pairs }: PreparedDocument): boolean {
  const [page] = document.pages
  if (page && page.width < maxReceiptRatio * page.height) return true
  if (pairs.some(({ fieldScores }) => (fieldScores.get('change') ?? 0) > minChangeScore))
    return true
  return rows.some(
    ({ page, cells }) => page === 0 && cells.some(({ text }) => receiptTitles.has(toTitle(text))),
  )
}

const maxTitleLength = 30
const toTitle = (text: string): string =>
  text.length > maxTitleLength ? '' : wordsOf(text).join(' ')
