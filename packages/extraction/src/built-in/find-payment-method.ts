import { slicePassage } from '../align/passage.ts'
import { getBusinessField } from '../labels/business-fields.ts'
import type { CellRow } from '../labels/cell-rows.ts'
import { fold, foldKeepingOffsets } from '../values/fold.ts'
import { findNumbers } from '../values/parse-number.ts'
import { wordsInAllLanguages } from '../vocabulary/languages.ts'
import { addReasons } from './explanations.ts'
import { findLabeledValues } from './find-labeled-values.ts'
import type { PreparedDocument } from './prepare-document.ts'
import { type Finding, toFinding } from './read-typed-value.ts'

const halfCent = 0.0051
const paperWords = new Set(wordsInAllLanguages('papers').map(fold))

/** Payment methods that do not also name a kind of document; longer ones first. */
const methods = wordsInAllLanguages('paymentMethods')
  .map(fold)
  .filter((method) => !paperWords.has(method))
  .toSorted((a, b) => b.length - a.length)
const initials = new Set(methods.map((method) => method.charAt(0)))

/**
 * Finds the payment method of a document without a label for it: a line begins with a known payment
 * method and ends with the total, or with the total plus the change. Finds nothing when there are
 * two different methods.
 */
export function findPaymentMethod(
  preparedDocument: PreparedDocument,
  total: Finding | undefined,
): Finding | undefined {
  if (typeof total?.value !== 'number' || total.value === 0) return undefined
  const possibleAmounts = [
    total.value,
    ...findChanges(preparedDocument).map((change) => Number(total.value) + change),
  ]
  const findings = preparedDocument.rows.flatMap(
    (row) => findMethodInRow(preparedDocument, row, possibleAmounts) ?? [],
  )
  const [firstFinding] = findings
  const names = new Set(findings.map(({ value }) => fold(String(value))))
  if (!firstFinding || names.size > 1) return undefined
  return addReasons(firstFinding, {
    kind: 'beside',
    what: 'the amount paid',
    page: firstFinding.place.page,
  })
}

const maxChanges = 4

function findChanges(preparedDocument: PreparedDocument): readonly number[] {
  const question = { key: 'change', prompt: 'change', type: 'number' as const }
  return findLabeledValues(preparedDocument, {
    question,
    phrases: [],
    uncoveredWords: [],
    field: getBusinessField('change'),
  })
    .slice(0, maxChanges)
    .map(({ value }) => Number(value))
}

const maxMethodLength = 40

function findMethodInRow(
  { document, decimalMark }: PreparedDocument,
  { cells }: CellRow,
  possibleAmounts: readonly number[],
): Finding | undefined {
  const amount = findNumbers(cells.at(-1)?.text ?? '', decimalMark).at(-1)
  if (!amount || !possibleAmounts.some((one) => Math.abs(one - amount.value) < halfCent))
    return undefined
  for (const cell of cells) {
    const start = cell.text.search(/\p{L}/u)
    const text = foldKeepingOffsets(cell.text.slice(Math.max(0, start), start + maxMethodLength))
    const method =
      initials.has(text.charAt(0)) && methods.find((one) => startsWithMethod(text, one))
    const part = method && slicePassage(document, cell, start, start + method.length)
    if (part) return toFinding(part, part.text, part.text)
  }
  return undefined
}

const startsWithMethod = (text: string, method: string): boolean =>
  text.startsWith(method) && !/[\p{L}\p{N}]/u.test(text.charAt(method.length))
