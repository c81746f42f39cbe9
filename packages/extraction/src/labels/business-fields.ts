import { namedWordsInAllLanguages } from '../vocabulary/languages.ts'
import { toPhrase } from './phrases.ts'

/** Kind of value that answers a question about the field. */
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

/**
 * A field that occurs in many kinds of business documents, with the words for it in several
 * languages.
 */
export type BusinessField = {
  readonly name: BusinessFieldName
  readonly kind: FieldKind
  /** Phrases with which people ask for the field, including its labels. */
  readonly questionPhrases: Phrases
  /** Phrases with which documents label the field. */
  readonly labels: Phrases
  /** Labels that can also mean something else. */
  readonly weakLabels: Phrases
}

/** The kind of each field; the words for it are in `vocabulary/languages`. */
const kindByField = {
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
  // The addresses come before the names, because a heading for a party names both.
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
  'tax-number': 'identifier',
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

/** A percentage beside a label of the tax is the tax rate. */
const getTaxLabels = () => namedWordsInAllLanguages('labels', 'tax').map((words) => toPhrase(words))

export type BusinessFieldName = keyof typeof kindByField

export const businessFields: readonly BusinessField[] = Object.entries(kindByField).map(
  ([name, kind]) => {
    const getPhrases = (list: 'labels' | 'weakLabels' | 'asked') =>
      namedWordsInAllLanguages(list, name).map((words) => toPhrase(words))
    const labels = getPhrases('labels')
    return {
      name: name as BusinessFieldName,
      kind,
      questionPhrases: [...getPhrases('asked'), ...labels],
      labels: name === 'tax-rate' ? [...labels, ...getTaxLabels()] : labels,
      weakLabels: getPhrases('weakLabels'),
    }
  },
)

const fieldsByName: ReadonlyMap<string, BusinessField> = new Map(
  businessFields.map((field) => [field.name, field]),
)

export function getBusinessField(name: BusinessFieldName): BusinessField {
  const field = fieldsByName.get(name)
  if (!field) throw new RangeError(`There is no field ${name}.`)
  return field
}
