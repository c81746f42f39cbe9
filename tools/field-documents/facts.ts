import type { FieldType } from '@recto/provider-spec/answer'
import type { LabelledText } from './blocks.ts'
import type { Chance } from './chance.ts'
import type { Words } from './words.ts'
import type { PrintStyle } from './writing.ts'

/** Text of a field in a document, and the answer that an extractor should give. */
export type Fact = LabelledText & {
  readonly field: string
  /** An amount, a day as ISO 8601, or a text as it is printed. */
  readonly value: string | number
  readonly type: FieldType
  /** Its label is one that few documents use, or it has none. */
  readonly isHard: boolean
}

/** Shared inputs for all content of one document. */
export type Making = {
  readonly words: Words
  readonly chance: Chance
  readonly writing: PrintStyle
}

/** What stands in every kind of document, for the layouts to place and the judge to ask for. */
export type Printed = {
  readonly facts: readonly Fact[]
  /** Fields that a document of the kind may have and this one has not. */
  readonly absent: readonly string[]
}

export type NamedAddress = {
  readonly name: string
  readonly street: string
  readonly postcode: string
  readonly city: string
  /** Postcode and city in the order of the country. */
  readonly place: string
}

const asPair = ({ words, chance }: Making, name: string) => words.label(name, chance)

/** A text under the label of its field. */
export function textFact(making: Making, field: string, shown: string, label = field): Fact {
  const { text, isSynonym } = asPair(making, label)
  return { field, label: text, shown, value: shown, type: 'text', isHard: isSynonym }
}

export function dayFact(making: Making, field: string, iso: string, label = field): Fact {
  const { text, isSynonym } = asPair(making, label)
  const shown = making.writing.day(iso)
  return { field, label: text, shown, value: iso, type: 'date', isHard: isSynonym }
}

export function moneyFact(making: Making, field: string, amount: number, label = field): Fact {
  const { text, isSynonym } = asPair(making, label)
  const shown = making.writing.money(amount)
  return { field, label: text, shown, value: amount, type: 'number', isHard: isSynonym }
}

/** A field that stands in the document without a label of its own. */
export function bareFact(field: string, value: string, isHard = true): Fact {
  return { field, label: '', shown: value, value, type: 'text', isHard }
}

/** A bank account, however it is printed. */
export function ibanFact(making: Making, iban: string, shown: string): Fact {
  return { ...textFact(making, 'iban', shown), value: iban }
}

/** Something that is asked by nobody and looks like what is. */
export function trap(making: Making, label: string, shown: string): LabelledText {
  return { label: asPair(making, label).text, shown }
}

export const addressOf = ({ street, place }: NamedAddress): string => `${street}, ${place}`

/** A number of a document, in one of the ways that businesses number. */
export function numberOf(chance: Chance, prefix: string, year: string): string {
  return chance.pick([
    () => `${prefix}-${year}-${chance.digits(4)}`,
    () => `${year}/${chance.digits(4)}`,
    () => chance.digits(6),
    () => `${prefix}${chance.digits(7)}`,
    () => `${prefix}${year.slice(2)}-${chance.digits(3)}`,
  ])()
}

/** Returns the address lines of a printed block. */
export const addressLines = ({ name, street, place }: NamedAddress): readonly string[] => [
  name,
  street,
  place,
]
