import type { LabelledText } from '../blocks.ts'
import {
  dayFact,
  type Fact,
  type Making,
  type NamedAddress,
  type Printed,
  textFact,
  trap,
} from '../facts.ts'
import { addDays } from '../writing.ts'
import { companyIn, domainOf, personIn, phoneIn } from './parties.ts'

export type FormContent = Printed & {
  readonly title: string
  /** Issuer of the form, which is never the answer to a question about the person. */
  readonly issuer: NamedAddress
  readonly fields: readonly LabelledText[]
  /** The day of the signature. */
  readonly signed: LabelledText
}

const may = ['phone', 'email', 'iban', 'total', 'due_date', 'invoice_number', 'vat_id', 'tax']

export function formContent(making: Making): FormContent {
  const { words, chance, writing } = making
  const country = words.list('country')[0] ?? ''
  const person = personIn(making)
  const born = `${chance.whole(1948, 2004)}-${String(chance.whole(1, 12)).padStart(2, '0')}-${String(chance.whole(1, 28)).padStart(2, '0')}`
  const signedAt = addDays('2025-01-02', chance.whole(0, 360))
  const optional: readonly (Fact | undefined)[] = [
    chance.happens(0.7) ? textFact(making, 'phone', phoneIn(country, chance)) : undefined,
    chance.happens(0.7)
      ? textFact(making, 'email', `${domainOf(person.name).replace('.example', '')}@post.example`)
      : undefined,
  ]
  const fields = [
    textFact(making, 'reference_number', `${chance.digits(3)}-${chance.digits(4)}`),
    textFact(making, 'full_name', person.name),
    dayFact(making, 'date_of_birth', born),
    textFact(making, 'street', person.street),
    textFact(making, 'postcode', person.postcode),
    textFact(making, 'city', person.city),
    ...optional.filter((fact) => fact !== undefined),
  ]
  const there = new Set(fields.map(({ field }) => field))
  return {
    title: chance.pick(words.list('form')),
    issuer: companyIn(making),
    fields,
    signed: trap(making, 'signed', writing.day(signedAt)),
    facts: fields,
    absent: may.filter((field) => !there.has(field)),
  }
}
