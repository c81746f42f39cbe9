import type { LabelledText } from '../blocks.ts'
import {
  type DocumentContent,
  dayFact,
  type Fact,
  type GeneratorContext,
  type NamedAddress,
  textFact,
  trap,
} from '../facts.ts'
import { addDays } from '../writing.ts'
import { companyIn, domainOf, personIn, phoneIn } from './parties.ts'

export type FormContent = DocumentContent & {
  readonly title: string
  /** Issuer of the form, which is never the answer to a question about the person. */
  readonly issuer: NamedAddress
  readonly fields: readonly LabelledText[]
  /** Date of the signature. */
  readonly signed: LabelledText
}

const optionalFields = [
  'phone',
  'email',
  'iban',
  'total',
  'due_date',
  'invoice_number',
  'vat_id',
  'tax',
]

export function formContent(context: GeneratorContext): FormContent {
  const { words, chance, writing } = context
  const country = words.list('country')[0] ?? ''
  const person = personIn(context)
  const birthDate = `${chance.whole(1948, 2004)}-${String(chance.whole(1, 12)).padStart(2, '0')}-${String(chance.whole(1, 28)).padStart(2, '0')}`
  const signedAt = addDays('2025-01-02', chance.whole(0, 360))
  const optional: readonly (Fact | undefined)[] = [
    chance.happens(0.7) ? textFact(context, 'phone', phoneIn(country, chance)) : undefined,
    chance.happens(0.7)
      ? textFact(context, 'email', `${domainOf(person.name).replace('.example', '')}@post.example`)
      : undefined,
  ]
  const fields = [
    textFact(context, 'reference_number', `${chance.digits(3)}-${chance.digits(4)}`),
    textFact(context, 'full_name', person.name),
    dayFact(context, 'date_of_birth', birthDate),
    textFact(context, 'street', person.street),
    textFact(context, 'postcode', person.postcode),
    textFact(context, 'city', person.city),
    ...optional.filter((fact) => fact !== undefined),
  ]
  const printedFields = new Set(fields.map(({ field }) => field))
  return {
    title: chance.pick(words.list('form')),
    issuer: companyIn(context),
    fields,
    signed: trap(context, 'signed', writing.day(signedAt)),
    facts: fields,
    absent: optionalFields.filter((field) => !printedFields.has(field)),
  }
}
