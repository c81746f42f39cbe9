import { wordsOf } from '../values/fold.ts'
import { wordsInAll } from '../vocabulary/languages.ts'
import type { PreparedDocument } from './prepare-document.ts'

/** Of a page's width to its height: a roll is narrower than a sheet. */
const narrowest = 0.6
const surely = 0.9
const titles: ReadonlySet<string> = new Set(
  wordsInAll('receipts').map((title) => wordsOf(title).join(' ')),
)

/** Whether somebody who stood at a counter was given it: by its title, by the money given back, or as a strip of a roll. */
export function isReceipt({ document, rows, pairs }: PreparedDocument): boolean {
  const [page] = document.pages
  if (page && page.width < narrowest * page.height) return true
  if (pairs.some(({ fields }) => (fields.get('change') ?? 0) > surely)) return true
  return rows.some(
    ({ page, cells }) => page === 0 && cells.some(({ text }) => titles.has(titleOf(text))),
  )
}

const longestTitle = 30
const titleOf = (text: string): string =>
  text.length > longestTitle ? '' : wordsOf(text).join(' ')
