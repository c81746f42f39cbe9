import type { DocumentIdentity, FieldRole, FieldsByRole } from './identity.ts'
import type { EarlierResults } from './judge-checks.ts'

/** Document that was read earlier, with a reference to find it by. */
export type KnownDocument<Ref> = {
  readonly identity: DocumentIdentity
  readonly ref: Ref
  readonly name: string
}

type ComparisonKind = 'same_document' | 'bank_account' | 'order_and_invoice'

/** Finding of a comparison with other documents. */
export type ComparedDocument<Ref> = {
  readonly across: ComparisonKind
  readonly outcome: 'confirmed' | 'contradicted' | 'not_judged'
  readonly fields: readonly string[]
  readonly reason: string | null
  /** Documents that support the finding, newest first. */
  readonly documents: readonly KnownDocument<Ref>[]
}

const maxDocuments = 5

/**
 * Compares a document with others, newest first: whether it is a duplicate, whether its seller's
 * account is a known one, and whether an order and its invoice state the same total. Returns
 * nothing when nothing can be compared.
 */
export function compareDocuments<Ref>(
  fields: FieldsByRole,
  identity: DocumentIdentity,
  knownDocuments: readonly KnownDocument<Ref>[],
): readonly ComparedDocument<Ref>[] {
  return [sameDocument, bankAccount, orderAndInvoice]
    .map((compare) => {
      const comparison = compare(identity, knownDocuments)
      if (!comparison) return undefined
      const { roles, documents, ...rest } = comparison
      const keys = roles.flatMap((role) => fields[role] ?? [])
      return { ...rest, fields: keys, documents: documents.slice(0, maxDocuments) }
    })
    .filter((value) => value !== undefined)
}

/** Whether the document can be compared with others: most comparisons need two of its values. */
export function isComparable(identity: DocumentIdentity): boolean {
  const { seller, order, account } = identity
  return isNumbered(identity) || order !== null || (seller !== null && account !== null)
}

/**
 * Returns the results for checks that call `asBefore`: of the seller's account, and of the number of a
 * document, which a duplicate has as before.
 */
export function getEarlierResults<Ref>(
  fields: FieldsByRole,
  identity: DocumentIdentity,
  comparisons: readonly ComparedDocument<Ref>[],
): EarlierResults {
  const results: Record<string, 'same' | 'other'> = {}
  const account = comparisons.find(({ across: kind }) => kind === 'bank_account')
  if (account && fields.account !== undefined) {
    results[fields.account] = account.outcome === 'confirmed' ? 'same' : 'other'
  }
  if (fields.number !== undefined && isNumbered(identity)) {
    const isDuplicate = comparisons.some(({ across: kind }) => kind === 'same_document')
    results[fields.number] = isDuplicate ? 'same' : 'other'
  }
  return results
}

/** Whether a duplicate of the document would be found. */
const isNumbered = ({ number, seller, date, total }: DocumentIdentity): boolean =>
  number !== null && (seller !== null || (date !== null && total !== null))

type ComparisonByRole<Ref> = Omit<ComparedDocument<Ref>, 'fields'> & {
  readonly roles: readonly FieldRole[]
}

type Comparison = <Ref>(
  identity: DocumentIdentity,
  knownDocuments: readonly KnownDocument<Ref>[],
) => ComparisonByRole<Ref> | undefined

const isSame = (a: string | null, b: string | null) => a !== null && a === b
const isDifferent = (a: string | null, b: string | null) => a !== null && b !== null && a !== b

const sameDocument: Comparison = (identity, knownDocuments) => {
  const duplicates = knownDocuments.filter(
    ({ identity: { number, seller, date, total } }) =>
      isSame(number, identity.number) &&
      (isSame(seller, identity.seller) ||
        // A letterhead may be misread in a photograph.
        (isSame(date, identity.date) && isSame(total, identity.total))),
  )
  const [first] = duplicates
  if (!first) return undefined
  const { date, total } = first.identity
  const differences = [
    ...(isDifferent(date, identity.date) ? ['date'] : []),
    ...(isDifferent(total, identity.total) ? ['total'] : []),
  ]
  const addition = differences.length > 0 ? ` but a different ${differences.join(' and ')}` : ''
  return {
    across: 'same_document',
    outcome: 'contradicted',
    roles: ['seller', 'number', 'date', 'total'],
    reason: `“${first.name}” has the same number${addition}.`,
    documents: duplicates,
  }
}

const bankAccount: Comparison = ({ seller, account }, knownDocuments) => {
  if (account === null) return undefined
  const sellerDocuments = knownDocuments.filter(
    ({ identity }) => isSame(identity.seller, seller) && identity.account !== null,
  )
  const [last] = sellerDocuments
  if (!last) return undefined
  const matchingDocuments = sellerDocuments.filter(({ identity }) => identity.account === account)
  const roles: readonly FieldRole[] = ['seller', 'account']
  if (matchingDocuments.length > 0) {
    return {
      across: 'bank_account',
      outcome: 'confirmed',
      roles,
      reason: null,
      documents: matchingDocuments,
    }
  }
  return {
    across: 'bank_account',
    outcome: 'contradicted',
    roles,
    reason: `“${last.name}” from the same seller shows a different bank account.`,
    documents: sellerDocuments,
  }
}

/** Exactly one of the two has its own invoice number. */
const orderAndInvoice: Comparison = (identity, knownDocuments) => {
  const counterparts = knownDocuments.filter(
    ({ identity: { order, number } }) =>
      isSame(order, identity.order) && (number === null) !== (identity.number === null),
  )
  const [first] = counterparts
  if (!first) return undefined
  const kind = 'order_and_invoice'
  const roles: readonly FieldRole[] = ['order', 'total']
  const documentKind = first.identity.number === null ? 'order' : 'invoice'
  if (identity.total === null || first.identity.total === null) {
    const reason = `“${first.name}” is the matching ${documentKind}, but one of the two has no total.`
    return { across: kind, outcome: 'not_judged', roles, reason, documents: counterparts }
  }
  if (isSame(first.identity.total, identity.total)) {
    return { across: kind, outcome: 'confirmed', roles, reason: null, documents: counterparts }
  }
  const reason = `“${first.name}” is the matching ${documentKind}, but has a different total.`
  return { across: kind, outcome: 'contradicted', roles, reason, documents: counterparts }
}
