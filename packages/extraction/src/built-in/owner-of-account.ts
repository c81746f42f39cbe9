import type { Passage } from '../align/passage.ts'
import { findIbans } from '../values/ibans.ts'
import { toMeaningTokens } from './concepts/meaning-tokens.ts'
import type { FieldQuestion } from './field-question.ts'
import type { PreparedDocument } from './prepare-document.ts'
import type { Finding } from './read-typed-value.ts'

export const accountFields: ReadonlySet<string | undefined> = new Set([
  'iban',
  'bic',
  'account-holder',
])

const payerKeys = ['payer', 'customer', 'policyholder', 'tenant', 'employee']
const payeeKeys = ['payee', 'seller', 'landlord', 'insurer', 'recipient']
const maxRowsAbove = 6

type AccountContext = {
  readonly preparedDocument: PreparedDocument
  readonly fieldQuestion: FieldQuestion
  readonly finding: Finding
}

/**
 * Whether a document has several accounts, and the words around this one say that it is not the payee's: direct debits
 * also state the account of the customer.
 */
export function isAccountOfOther({
  preparedDocument,
  fieldQuestion: { field, question },
  finding,
}: AccountContext): boolean {
  if (!accountFields.has(field?.name) || countIbans(preparedDocument) < 2) return false
  const keys = toMeaningTokens(question.prompt).flatMap((token) => token.keys)
  const asksPayer = payerKeys.some((key) => keys.includes(key))
  return findOwner(preparedDocument, finding) === (asksPayer ? 'payee' : 'payer')
}

function countIbans({ rows }: PreparedDocument): number {
  const texts = rows.flatMap(({ cells }) => cells.map(({ text }) => text))
  return new Set(texts.flatMap((text) => findIbans(text).map(({ value }) => value))).size
}

/** The nearest words above an account say whose it is: those of its column, otherwise any. */
function findOwner({ rows }: PreparedDocument, { place }: Finding): 'payer' | 'payee' | undefined {
  const word = place.words[0] ?? -1
  const index = rows.findIndex(
    ({ page, cells }) => page === place.page && cells.some(({ words }) => words.includes(word)),
  )
  for (const { cells, page } of rows
    .slice(Math.max(0, index - maxRowsAbove), index + 1)
    .toReversed()) {
    if (page !== place.page) return undefined
    const column = cells.filter(({ box }) => overlaps(box, place.box))
    const owners = new Set(
      (column.length > 0 ? [...column, ...cells.slice(0, 1)] : cells).flatMap(readOwners),
    )
    if (owners.size === 1) return [...owners][0]
    if (owners.size > 1) return undefined
  }
  return undefined
}

function readOwners({ text }: Passage): readonly ('payer' | 'payee')[] {
  const keys = toMeaningTokens(text).flatMap((token) => token.keys)
  const isPayer = payerKeys.some((key) => keys.includes(key))
  const isPayee = payeeKeys.some((key) => keys.includes(key))
  if (isPayer === isPayee) return []
  return [isPayer ? 'payer' : 'payee']
}

const overlaps = (a: Passage['box'], b: Passage['box']): boolean => a[0] < b[2] && b[0] < a[2]
