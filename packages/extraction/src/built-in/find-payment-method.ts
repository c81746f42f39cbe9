import { slicePassage } from '../align/passage.ts'
import { fieldNamed } from '../labels/business-fields.ts'
import type { CellRow } from '../labels/layout-cells.ts'
import { fold, foldInPlace } from '../values/fold.ts'
import { findNumbers } from '../values/parse-number.ts'
import { wordsInAll } from '../vocabulary/languages.ts'
import { toldBy } from './explained.ts'
import { labelledFindings } from './labelled-findings.ts'
import type { PreparedDocument } from './prepare-document.ts'
import { type Finding, finding } from './typed-value.ts'

/** Half a cent. */
const same = 0.0051
const papers = new Set(wordsInAll('papers').map(fold))

/** But for those that name a kind of paper as well, the longest first. */
const methods = wordsInAll('paymentMethods')
  .map(fold)
  .filter((method) => !papers.has(method))
  .toSorted((a, b) => b.length - a.length)
const initials = new Set(methods.map((method) => method.charAt(0)))

/**
 * How a document says that it was paid without a label for that: a line begins with a known way of paying and ends with what
 * was to be paid, or with that and what was given back. Nothing where two ways do.
 */
export function findPaymentMethod(
  prepared: PreparedDocument,
  total: Finding | undefined,
): Finding | undefined {
  if (typeof total?.value !== 'number' || total.value === 0) return undefined
  const paid = [total.value, ...changeOf(prepared).map((change) => Number(total.value) + change)]
  const found = prepared.rows.flatMap((row) => methodOf(prepared, row, paid) ?? [])
  const [only] = found
  const names = new Set(found.map(({ value }) => fold(String(value))))
  if (!only || names.size > 1) return undefined
  return toldBy(only, { kind: 'beside', what: 'the amount that was paid', page: only.place.page })
}

const mostChanges = 4

function changeOf(prepared: PreparedDocument): readonly number[] {
  const question = { key: 'change', prompt: 'change', type: 'number' as const }
  return labelledFindings(prepared, { question, words: [], field: fieldNamed('change') })
    .slice(0, mostChanges)
    .map(({ value }) => Number(value))
}

function methodOf(
  { document, decimalMark }: PreparedDocument,
  { cells }: CellRow,
  paid: readonly number[],
): Finding | undefined {
  const amount = findNumbers(cells.at(-1)?.text ?? '', decimalMark).at(-1)
  if (!amount || !paid.some((one) => Math.abs(one - amount.value) < same)) return undefined
  for (const cell of cells) {
    const start = cell.text.search(/\p{L}/u)
    const text = foldInPlace(cell.text.slice(Math.max(0, start), start + longestMethod))
    const method = initials.has(text.charAt(0)) && methods.find((one) => beginsWith(text, one))
    const part = method && slicePassage(document, cell, start, start + method.length)
    if (part) return finding(part, part.text, part.text)
  }
  return undefined
}

const longestMethod = 40

const beginsWith = (text: string, method: string): boolean =>
  text.startsWith(method) && !/[\p{L}\p{N}]/u.test(text.charAt(method.length))
