import type { DocumentIdentity, FieldsByRole, RoleOfField } from './identity.ts'
import type { Earlier } from './judge-checks.ts'

/** Document that was read earlier, with a reference to find it by. */
export type KnownDocument<Ref> = {
  readonly identity: DocumentIdentity
  readonly ref: Ref
  readonly name: string
}

type Across = 'same_document' | 'bank_account' | 'order_and_invoice'

/** Finding of a comparison with other documents. */
export type ComparedDocument<Ref> = {
  readonly across: Across
  readonly outcome: 'confirmed' | 'contradicted' | 'not_judged'
  readonly fields: readonly string[]
  readonly reason: string | null
  /** Documents that support the finding, newest first. */
  readonly documents: readonly KnownDocument<Ref>[]
}

const mostNamed = 5

/**
 * Compares a document with others, newest first: whether it is a duplicate, whether its seller's
 * account is a known one, and whether an order and its invoice state the same total. Returns
 * nothing when nothing can be compared.
 */
export function compareDocuments<Ref>(
  fields: FieldsByRole,
  mine: DocumentIdentity,
  others: readonly KnownDocument<Ref>[],
): readonly ComparedDocument<Ref>[] {
  return [sameDocument, bankAccount, orderAndInvoice]
    .map((compare) => {
      const said = compare(mine, others)
      if (!said) return undefined
      const { roles, documents, ...rest } = said
      const keys = roles.flatMap((role) => fields[role] ?? [])
      return { ...rest, fields: keys, documents: documents.slice(0, mostNamed) }
    })
    .filter((value) => value !== undefined)
}

/** Whether the document can be compared with others: most comparisons need two of its values. */
export function isComparable({
  seller,
  number,
  order,
  date,
  total,
  account,
}: DocumentIdentity): boolean {
  const isNumbered = number !== null && (seller !== null || (date !== null && total !== null))
  return isNumbered || order !== null || (seller !== null && account !== null)
}

/** Returns the results for checks that call `asBefore`. */
export function earlierBy<Ref>(
  fields: FieldsByRole,
  compared: readonly ComparedDocument<Ref>[],
): Earlier {
  const account = compared.find(({ across }) => across === 'bank_account')
  if (!account || fields.account === undefined) return {}
  return { [fields.account]: account.outcome === 'confirmed' ? 'same' : 'other' }
}

type Said<Ref> = Omit<ComparedDocument<Ref>, 'fields'> & { readonly roles: readonly RoleOfField[] }

type Comparison = <Ref>(
  mine: DocumentIdentity,
  others: readonly KnownDocument<Ref>[],
) => Said<Ref> | undefined

const isSame = (a: string | null, b: string | null) => a !== null && a === b
const isOther = (a: string | null, b: string | null) => a !== null && b !== null && a !== b

const sameDocument: Comparison = (mine, others) => {
  const found = others.filter(
    ({ identity: { number, seller, date, total } }) =>
      isSame(number, mine.number) &&
      (isSame(seller, mine.seller) ||
        // A letterhead may be misread in a photograph.
        (isSame(date, mine.date) && isSame(total, mine.total))),
  )
  const [first] = found
  if (!first) return undefined
  const { date, total } = first.identity
  const differing = [
    ...(isOther(date, mine.date) ? ['date'] : []),
    ...(isOther(total, mine.total) ? ['total'] : []),
  ]
  const addition = differing.length > 0 ? `, with another ${differing.join(' and ')}` : ''
  return {
    across: 'same_document',
    outcome: 'contradicted',
    roles: ['seller', 'number', 'date', 'total'],
    reason: `“${first.name}” has the same number${addition}.`,
    documents: found,
  }
}

const bankAccount: Comparison = ({ seller, account }, others) => {
  if (account === null) return undefined
  const known = others.filter(
    ({ identity }) => isSame(identity.seller, seller) && identity.account !== null,
  )
  const [last] = known
  if (!last) return undefined
  const same = known.filter(({ identity }) => identity.account === account)
  const roles: readonly RoleOfField[] = ['seller', 'account']
  if (same.length > 0) {
    return { across: 'bank_account', outcome: 'confirmed', roles, reason: null, documents: same }
  }
  return {
    across: 'bank_account',
    outcome: 'contradicted',
    roles,
    reason: `“${last.name}” of the same seller names another account.`,
    documents: known,
  }
}

/** Exactly one of the two has its own invoice number. */
const orderAndInvoice: Comparison = (mine, others) => {
  const found = others.filter(
    ({ identity: { order, number } }) =>
      isSame(order, mine.order) && (number === null) !== (mine.number === null),
  )
  const [first] = found
  if (!first) return undefined
  const across = 'order_and_invoice'
  const roles: readonly RoleOfField[] = ['order', 'total']
  const what = first.identity.number === null ? 'order' : 'invoice'
  if (mine.total === null || first.identity.total === null) {
    const reason = `“${first.name}” is its ${what}, and one of both has no total.`
    return { across, outcome: 'not_judged', roles, reason, documents: found }
  }
  if (isSame(first.identity.total, mine.total)) {
    return { across, outcome: 'confirmed', roles, reason: null, documents: found }
  }
  const reason = `“${first.name}” is its ${what}, and has another total.`
  return { across, outcome: 'contradicted', roles, reason, documents: found }
}
