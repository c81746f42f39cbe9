import { namedInAll } from '../vocabulary/languages.ts'
import { phraseOf } from './phrases.ts'

/** What a value must look like to answer a question about the field. */
export type FieldKind =
  | 'identifier'
  | 'account'
  | 'date'
  | 'amount'
  | 'count'
  | 'percent'
  | 'text'
  | 'payment-method'
  | 'vat-id'
  | 'iban'
  | 'bic'
  | 'email'
  | 'phone'
  | 'website'
  | 'currency'
  | 'currency-symbol'
  | 'incoterm'
  | 'address'
  | 'siren'

type Phrases = readonly (readonly string[])[]

/** A field that business documents of many kinds carry, with the words for it in several languages. */
export type BusinessField = {
  readonly name: BusinessFieldName
  readonly kind: FieldKind
  /** How people ask for it, beside the words of its labels. */
  readonly asked: Phrases
  /** How documents label it. */
  readonly labels: Phrases
  /** Labels that may mean something else too. */
  readonly weakLabels: Phrases
}

/** The words for each stand in the files of `vocabulary/languages`. */
const kinds = {
  'invoice-number': 'identifier',
  date: 'date',
  'due-date': 'date',
  'order-date': 'date',
  'delivery-date': 'date',
  'period-start': 'date',
  'period-end': 'date',
  period: 'text',
  'birth-date': 'date',
  'expiry-date': 'date',
  total: 'amount',
  net: 'amount',
  tax: 'amount',
  'tax-rate': 'percent',
  discount: 'amount',
  shipping: 'amount',
  'service-charge': 'amount',
  'opening-balance': 'amount',
  'closing-balance': 'amount',
  'balance-due': 'amount',
  'amount-paid': 'amount',
  change: 'amount',
  credits: 'amount',
  debits: 'amount',
  quantity: 'count',
  rounding: 'amount',
  // Before the names: their headings name both.
  'customer-address': 'address',
  'delivery-address': 'address',
  'seller-name': 'text',
  'customer-name': 'text',
  'delivery-name': 'text',
  'full-name': 'text',
  'patient-name': 'text',
  'tenant-name': 'text',
  'insured-name': 'text',
  'bank-name': 'text',
  'contact-person': 'text',
  'account-holder': 'text',
  'customer-number': 'identifier',
  'account-number': 'account',
  'order-number': 'identifier',
  'statement-number': 'identifier',
  'reference-number': 'identifier',
  'booking-number': 'identifier',
  'contract-number': 'identifier',
  'quote-number': 'identifier',
  'project-number': 'identifier',
  'delivery-number': 'identifier',
  'payment-reference': 'identifier',
  'payment-method': 'payment-method',
  'payment-terms': 'text',
  'vat-id': 'vat-id',
  'company-number': 'identifier',
  siren: 'siren',
  iban: 'iban',
  bic: 'bic',
  email: 'email',
  phone: 'phone',
  mobile: 'phone',
  fax: 'phone',
  website: 'website',
  currency: 'currency',
  'currency-symbol': 'currency-symbol',
  incoterm: 'incoterm',
  address: 'address',
  street: 'address',
  city: 'address',
  postcode: 'address',
  state: 'address',
  country: 'address',
} as const satisfies Readonly<Record<string, FieldKind>>

/** A percentage beside a label of the tax is its rate. */
const taxLabels = () => namedInAll('labels', 'tax').map((words) => phraseOf(words))

export type BusinessFieldName = keyof typeof kinds

export const businessFields: readonly BusinessField[] = Object.entries(kinds).map(
  ([name, kind]) => {
    const phrases = (part: 'labels' | 'weakLabels' | 'asked') =>
      namedInAll(part, name).map((words) => phraseOf(words))
    const labels = phrases('labels')
    return {
      name: name as BusinessFieldName,
      kind,
      asked: [...phrases('asked'), ...labels],
      labels: name === 'tax-rate' ? [...labels, ...taxLabels()] : labels,
      weakLabels: phrases('weakLabels'),
    }
  },
)

const byName: ReadonlyMap<string, BusinessField> = new Map(
  businessFields.map((field) => [field.name, field]),
)

export function fieldNamed(name: BusinessFieldName): BusinessField {
  const field = byName.get(name)
  if (!field) throw new RangeError(`There is no field ${name}.`)
  return field
}
