import type { FieldType, Question } from '@recto/provider-spec/answer'
import type { DocumentContent, Fact, GeneratorContext } from './facts.ts'

/** A question with its expected answer, which is null if the document does not contain it. */
export type AskedField = {
  readonly question: Question
  readonly truth: Fact | null
}

/** Prompts for each field, in words that its documents do not use. */
const phrases: Readonly<Record<string, readonly [type: FieldType, ...prompts: string[]]>> = {
  invoice_number: ['text', 'invoice number'],
  date: ['date', 'date', 'date of the document'],
  due_date: ['date', 'due date', 'payment due date'],
  order_number: ['text', 'order number', 'purchase order number'],
  customer_number: ['text', 'customer number'],
  delivery_date: ['date', 'delivery date'],
  seller_name: ['text', 'seller name', 'name of the supplier'],
  seller_address: ['text', 'seller address', 'address of the supplier'],
  customer_name: ['text', 'customer name', 'name of the buyer'],
  customer_address: ['text', 'customer address'],
  vat_id: ['text', 'VAT number of the seller', 'seller VAT id'],
  customer_vat_id: ['text', 'VAT number of the customer'],
  customer_email: ['text', 'e-mail address of the customer'],
  iban: ['text', 'IBAN'],
  bic: ['text', 'BIC', 'SWIFT code'],
  email: ['text', 'e-mail', 'e-mail address'],
  phone: ['text', 'phone number', 'telephone'],
  website: ['text', 'website'],
  net: ['number', 'net amount', 'total before tax'],
  tax: ['number', 'VAT amount', 'tax amount'],
  vat_rate: ['number', 'VAT rate in percent'],
  total: ['number', 'total', 'total amount', 'gross total'],
  amount_paid: ['number', 'amount already paid'],
  balance_due: ['number', 'balance still due'],
  payment_method: ['text', 'payment method'],
  currency: ['text', 'currency', 'currency code'],
  receipt_number: ['text', 'receipt number'],
  cash: ['number', 'cash given'],
  change: ['number', 'change given back'],
  bank_name: ['text', 'name of the bank'],
  account_holder: ['text', 'account holder', 'name of the account holder'],
  statement_number: ['text', 'statement number'],
  statement_date: ['date', 'statement date'],
  period_start: ['date', 'start of the period', 'period start'],
  period_end: ['date', 'end of the period', 'period end'],
  opening_balance: ['number', 'opening balance'],
  closing_balance: ['number', 'closing balance'],
  full_name: ['text', 'full name', 'name of the applicant'],
  date_of_birth: ['date', 'date of birth'],
  street: ['text', 'street', 'street and house number'],
  postcode: ['text', 'postcode', 'postal code'],
  city: ['text', 'city'],
  reference_number: ['text', 'reference number'],
  total_due: ['number', 'total due'],
}

/** Fields that no document contains. */
const strange: readonly (readonly [key: string, asked: string, type: FieldType])[] = [
  ['favourite_colour', 'favourite colour', 'text'],
  ['blood_type', 'blood type', 'text'],
  ['number_plate', 'number plate of the vehicle', 'text'],
  ['passport_number', 'passport number', 'text'],
  ['check_in_date', 'check-in date', 'date'],
  ['room_number', 'room number', 'text'],
  ['expiry_date', 'expiry date of the passport', 'date'],
  ['gross_weight', 'gross weight in kilograms', 'number'],
  ['interest_rate', 'interest rate', 'number'],
  ['marital_status', 'marital status', 'text'],
  ['is_insured', 'Is the person insured?', 'boolean'],
  ['warranty_months', 'warranty period in months', 'number'],
  ['temperature', 'outside temperature', 'number'],
  ['patient_name', 'name of the patient', 'text'],
  ['flight_number', 'flight number', 'text'],
  ['shoe_size', 'shoe size', 'number'],
  ['date_of_death', 'date of death', 'date'],
  ['second_guarantor', 'name of the second guarantor', 'text'],
]

const strangeCount = 5
const absentCount = 5

/** Returns questions for all facts of a document, for some absent fields, and for some fields that no document has. */
export function questionsFor(
  context: GeneratorContext,
  { facts, absent }: DocumentContent,
): readonly AskedField[] {
  const style = context.chance.pick(['plain', 'plain', 'asked', 'own'] as const)
  const answerableFields = facts.map(
    (truth): AskedField => ({ question: ask(context, truth, style), truth }),
  )
  // If there is no tax, it is always asked for.
  const absentFields = shuffle(context, absent)
    .toSorted((a, b) => Number(b === 'tax') - Number(a === 'tax'))
    .slice(0, absentCount)
  const impossible = shuffle(context, strange).slice(0, strangeCount)
  return [
    ...answerableFields,
    ...absentFields.map(
      (field): AskedField => ({ question: askFor(context, field, style), truth: null }),
    ),
    ...impossible.map(
      ([key, prompt, type]): AskedField => ({ question: { key, prompt, type }, truth: null }),
    ),
  ]
}

/** Returns a question for a field that the document does not have. */
export function missingField(field: string): AskedField {
  const [type, prompt] = phrases[field] ?? ['text', field]
  return { question: { key: field, prompt: prompt ?? field, type }, truth: null }
}

/** Lists all fields with prompts. */
export const phrasesAsked = (): readonly string[] => Object.keys(phrases)

type Style = 'plain' | 'asked' | 'own'

function ask(context: GeneratorContext, { field, type }: Fact, style: Style): Question {
  const question = askFor(context, field, style)
  // Half of the dates are asked for as text, and answered as printed.
  return type === 'date' && context.chance.happens(0.5) ? { ...question, type: 'text' } : question
}

function askFor({ words, chance }: GeneratorContext, field: string, style: Style): Question {
  const [type, ...prompts] = phrases[field] ?? ['text', field.replaceAll('_', ' ')]
  const phrase = chance.pick(prompts)
  const own = style === 'own' ? ownWord(words, field) : undefined
  const prompt = own ?? (style === 'asked' ? `What is the ${phrase}?` : phrase)
  return { key: field, prompt, type }
}

/** Returns the usual word of the document's language, if it has an unambiguous one. */
function ownWord(words: GeneratorContext['words'], field: string): string | undefined {
  const isUnique = !/^(vat_id|period|customer_|balance|bill_to|date$)/.test(field)
  try {
    return isUnique ? words.list(field)[0] : undefined
  } catch {
    return undefined
  }
}

function shuffle<T>({ chance }: GeneratorContext, list: readonly T[]): readonly T[] {
  return list
    .map((item) => ({ item, order: chance.whole(0, 1_000_000) }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ item }) => item)
}
