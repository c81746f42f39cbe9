import { lazily } from '../align/lazily.ts'
import {
  type AddressBlock,
  addressIn,
  findAddressee,
  findSender,
  findTopName,
  nameOf,
} from './addressee.ts'
import { toldBy } from './explained.ts'
import { findBank } from './find-bank.ts'
import { findCurrency, findCurrencySign } from './find-currency.ts'
import { findPeriod } from './find-period.ts'
import { findSeller } from './find-seller.ts'
import { findTaxRate } from './find-tax-rate.ts'
import { findTotals } from './find-totals.ts'
import type { Scored } from './labelled-findings.ts'
import { findLetterhead, type Letterhead } from './letterhead.ts'
import { isConfirmedBy, lettersOf, ownNames } from './own-names.ts'
import { partyBlocks } from './party-blocks.ts'
import type { PreparedDocument } from './prepare-document.ts'
import {
  partyAddress,
  sellerAddress,
  sellerAddressBlock,
  sellerAddressLine,
} from './seller-address.ts'
import { type Finding, finding } from './typed-value.ts'

/** What several parts of a document tell together, by the name of the business field. */
export type Known = (name: string) => Finding | undefined

/** Each is looked for when a question first asks for it, and once for all questions. */
export function knownOf(prepared: PreparedDocument): Known {
  const own = lazily(() => ownNames(prepared))
  const head = lazily(() => findLetterhead(prepared, (name) => isConfirmedBy(own(), name)))
  const sender = lazily(() => findSender(prepared))
  const seller = lazily(
    () => findSeller(prepared, head(), own()) ?? nameIn(prepared, sender()) ?? topName(prepared),
  )
  const addressee = lazily(() => findAddressee(prepared, textOf(seller())))
  const totals = lazily(() => findTotals(prepared))
  const period = lazily(() => findPeriod(prepared))
  const parts = lazily(() => sellerAddress(prepared, seller()))
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
    address: lazily(
      () =>
        sellerAddressLine(prepared, seller()) ??
        headAddress(head(), seller()) ??
        sellerAddressBlock(prepared, seller()) ??
        addressOfBlock(prepared, sender()),
    ),
    'customer-name': lazily(() => nameIn(prepared, addressee())),
    'account-holder': lazily(() => nameIn(prepared, addressee() ?? customerBlock(prepared))),
    'full-name': lazily(() => nameIn(prepared, addressee() ?? customerBlock(prepared))),
    'customer-address': lazily(
      () => partyAddress(prepared, 'customer').whole ?? addressOfBlock(prepared, addressee()),
    ),
    'delivery-address': lazily(() => partyAddress(prepared, 'delivery').whole),
    'seller-name': seller,
    'bank-name': lazily(() => findBank(prepared)),
    'tax-rate': lazily(() => findTaxRate(prepared)),
    currency: lazily(() => findCurrency(prepared)),
    'currency-symbol': lazily(() => findCurrencySign(prepared)),
  }
  return (name) => (Object.hasOwn(finders, name) ? finders[name]?.() : undefined)
}

const textOf = (found: Finding | undefined): string | undefined => found && String(found.value)

/** Where a block begins, without what only greets. */
function nameIn(
  prepared: PreparedDocument,
  block: Pick<AddressBlock, 'lines'> | undefined,
): Scored | undefined {
  const [line] = block?.lines ?? []
  if (!line) return undefined
  const name = nameOf(prepared.document, line)
  const found = toldBy(finding(name, name.text, name.text), ofBlock(name.page))
  return { ...found, score: ofAddress }
}

const customerBlock = (prepared: PreparedDocument): Pick<AddressBlock, 'lines'> | undefined =>
  partyBlocks(prepared).find(({ party }) => party === 'customer')

function topName(prepared: PreparedDocument): Scored | undefined {
  const name = findTopName(prepared)
  if (!name) return undefined
  const told = { kind: 'name', signs: ['top'], page: name.page } as const
  return { ...toldBy(finding(name, name.text, name.text), told), score: ofAddress }
}

/** Nothing but where it stands tells whose an address is. */
const ofAddress = 0.65

function addressOfBlock(
  prepared: PreparedDocument,
  block: AddressBlock | undefined,
): Finding | undefined {
  const address = block && addressIn(prepared, block)
  return address && toldBy(finding(address, address.text, address.text), ofBlock(address.page))
}

const ofBlock = (page: number) => ({ kind: 'beside', what: 'an address at the top', page }) as const

/** Of a letterhead that is the seller's: another block at the top of a page may be somebody else's. */
function headAddress(
  head: Letterhead | undefined,
  seller: Finding | undefined,
): Finding | undefined {
  if (!head?.address || !seller) return undefined
  const [own, named] = [lettersOf(String(seller.value)), lettersOf(head.name.value)]
  if (!own.includes(named) && !named.includes(own)) return undefined
  const { address, addressText } = head
  const found = finding(address, addressText, addressText)
  return toldBy(found, { kind: 'letterhead', page: address.page })
}
