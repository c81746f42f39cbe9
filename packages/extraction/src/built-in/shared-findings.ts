import { lazy } from '../align/lazy.ts'
import {
  type AddressBlock,
  findAddressee,
  findAddressInBlock,
  findSender,
  findTopName,
  removeGreeting,
} from './addressee.ts'
import { addReasons } from './explanations.ts'
import { findBank } from './find-bank.ts'
import { findCurrency, findCurrencySign } from './find-currency.ts'
import type { ScoredFinding } from './find-labeled-values.ts'
import { findPeriod } from './find-period.ts'
import { findSeller } from './find-seller.ts'
import { findTaxRate } from './find-tax-rate.ts'
import { findTotals } from './find-totals.ts'
import { findIssuerHints, isConfirmedBy, toComparableLetters } from './issuer-hints.ts'
import { findLetterhead, type Letterhead } from './letterhead.ts'
import { getPartyBlocks } from './party-blocks.ts'
import type { PreparedDocument } from './prepare-document.ts'
import { type Finding, toFinding } from './read-typed-value.ts'
import {
  findPartyAddress,
  findSellerAddress,
  findSellerAddressBlock,
  findSellerAddressLine,
} from './seller-address.ts'

/**
 * Looks up a finding that several parts of a document determine together, by the name of the
 * business field.
 */
export type SharedFindings = (name: string) => Finding | undefined

/** Each finding is computed when first needed and shared by all questions. */
export function createSharedFindings(preparedDocument: PreparedDocument): SharedFindings {
  const issuerHints = lazy(() => findIssuerHints(preparedDocument))
  const head = lazy(() =>
    findLetterhead(preparedDocument, (name) => isConfirmedBy(issuerHints(), name)),
  )
  const sender = lazy(() => findSender(preparedDocument))
  const seller = lazy(
    () =>
      findSeller(preparedDocument, head(), issuerHints()) ??
      findNameInBlock(preparedDocument, sender()) ??
      findNameAtTop(preparedDocument),
  )
  const addressee = lazy(() => findAddressee(preparedDocument, toText(seller())))
  const totals = lazy(() => findTotals(preparedDocument))
  const period = lazy(() => findPeriod(preparedDocument))
  const parts = lazy(() => findSellerAddress(preparedDocument, seller()))
  const finders: Readonly<Record<string, () => Finding | undefined>> = {
    total: () => totals().total,
    net: () => totals().net,
    tax: () => totals().tax,
    period: () => period().period,
    'period-start': () => period()['period-start'],
    'period-end': () => period()['period-end'],
    street: () => parts().street,
    postcode: () => parts().postcode,
    city: () => parts().city,
    state: () => parts().state,
    country: () => parts().country,
    address: lazy(
      () =>
        findSellerAddressLine(preparedDocument, seller()) ??
        findLetterheadAddress(head(), seller()) ??
        findSellerAddressBlock(preparedDocument, seller()) ??
        findAddressOfBlock(preparedDocument, sender()),
    ),
    'customer-name': lazy(() => findNameInBlock(preparedDocument, addressee())),
    'account-holder': lazy(() =>
      findNameInBlock(preparedDocument, addressee() ?? findCustomerBlock(preparedDocument)),
    ),
    'full-name': lazy(() =>
      findNameInBlock(preparedDocument, addressee() ?? findCustomerBlock(preparedDocument)),
    ),
    'customer-address': lazy(
      () =>
        findPartyAddress(preparedDocument, 'customer').whole ??
        findAddressOfBlock(preparedDocument, addressee()),
    ),
    'delivery-address': lazy(() => findPartyAddress(preparedDocument, 'delivery').whole),
    'seller-name': seller,
    'bank-name': lazy(() => findBank(preparedDocument)),
    'tax-rate': lazy(() => findTaxRate(preparedDocument)),
    currency: lazy(() => findCurrency(preparedDocument)),
    'currency-symbol': lazy(() => findCurrencySign(preparedDocument)),
  }
  return (name) => (Object.hasOwn(finders, name) ? finders[name]?.() : undefined)
}

const toText = (finding: Finding | undefined): string | undefined =>
  finding && String(finding.value)

/** Score of a name or address that is identified only by its position. */
const addressBlockScore = 0.65

/** The name at the beginning of a block, without a form of address. */
function findNameInBlock(
  preparedDocument: PreparedDocument,
  block: Pick<AddressBlock, 'lines'> | undefined,
): ScoredFinding | undefined {
  const [line] = block?.lines ?? []
  if (!line) return undefined
  const name = removeGreeting(preparedDocument.document, line)
  const finding = addReasons(toFinding(name, name.text, name.text), blockReason(name.page))
  return { ...finding, score: addressBlockScore }
}

const findCustomerBlock = (
  preparedDocument: PreparedDocument,
): Pick<AddressBlock, 'lines'> | undefined =>
  getPartyBlocks(preparedDocument).find(({ party }) => party === 'customer')

function findNameAtTop(preparedDocument: PreparedDocument): ScoredFinding | undefined {
  const name = findTopName(preparedDocument)
  if (!name) return undefined
  const reason = { kind: 'name', signs: ['top'], page: name.page } as const
  return { ...addReasons(toFinding(name, name.text, name.text), reason), score: addressBlockScore }
}

function findAddressOfBlock(
  preparedDocument: PreparedDocument,
  block: AddressBlock | undefined,
): Finding | undefined {
  const address = block && findAddressInBlock(preparedDocument, block)
  return (
    address && addReasons(toFinding(address, address.text, address.text), blockReason(address.page))
  )
}

const blockReason = (page: number) =>
  ({ kind: 'beside', what: 'the address block at the top', page }) as const

/**
 * Returns the address of the letterhead if the letterhead is the seller's; another block at the top
 * can belong to somebody else.
 */
function findLetterheadAddress(
  head: Letterhead | undefined,
  seller: Finding | undefined,
): Finding | undefined {
  if (!head?.address || !seller) return undefined
  const sellerLetters = toComparableLetters(String(seller.value))
  const headLetters = toComparableLetters(head.name.value)
  if (!sellerLetters.includes(headLetters) && !headLetters.includes(sellerLetters)) return undefined
  const { address, addressText } = head
  const finding = toFinding(address, addressText, addressText)
  return addReasons(finding, { kind: 'letterhead', page: address.page })
}
