import type { FieldType } from '@recto/provider-spec/answer'
import type { LabelledText } from './blocks.ts'
import type { Chance } from './chance.ts'
import type { Words } from './words.ts'
import type { PrintStyle } from './writing.ts'

/** The printed text of a field, and the answer that an extractor should give. */
export type Fact = LabelledText & {
  readonly field: string
  /** An amount, a date in ISO 8601, or a text as printed. */
  readonly value: string | number
  readonly type: FieldType
  /** Whether the label is rare or missing. */
  readonly isHard: boolean
}

/** Shared inputs for generating the content of one document. */
export type GeneratorContext = {
  readonly words: Words
  readonly chance: Chance
  readonly writing: PrintStyle
}

/** What every kind of document contains: the facts that it prints and the fields that it lacks. */
export type DocumentContent = {
  readonly facts: readonly Fact[]
  /** Fields that documents of this kind may have and this one does not. */
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

const labelFor = ({ words, chance }: GeneratorContext, name: string) => words.label(name, chance)

/** Generates a text with the label of its field. */
export function textFact(
  context: GeneratorContext,
  field: string,
  printedText: string,
  label = field,
): Fact {
  const { text, isSynonym } = labelFor(context, label)
  return {
    field,
    label: text,
    text: printedText,
    value: printedText,
    type: 'text',
    isHard: isSynonym,
  }
}

export function dayFact(
  context: GeneratorContext,
  field: string,
  iso: string,
  label = field,
): Fact {
  const { text, isSynonym } = labelFor(context, label)
  const printedText = context.writing.day(iso)
  return { field, label: text, text: printedText, value: iso, type: 'date', isHard: isSynonym }
}

export function moneyFact(
  context: GeneratorContext,
  field: string,
  amount: number,
  label = field,
): Fact {
  const { text, isSynonym } = labelFor(context, label)
  const printedText = context.writing.money(amount)
  return { field, label: text, text: printedText, value: amount, type: 'number', isHard: isSynonym }
}

/** Generates a field that the document prints without a label. */
export function bareFact(field: string, value: string, isHard = true): Fact {
  return { field, label: '', text: value, value, type: 'text', isHard }
}

/** Generates a bank account; `printedText` is its printed form. */
export function ibanFact(context: GeneratorContext, iban: string, printedText: string): Fact {
  return { ...textFact(context, 'iban', printedText), value: iban }
}

/** Generates a pair that nobody asks for and that resembles a requested field. */
export function trap(context: GeneratorContext, label: string, printedText: string): LabelledText {
  return { label: labelFor(context, label).text, text: printedText }
}

export const addressOf = ({ street, place }: NamedAddress): string => `${street}, ${place}`

/** Generates a document number in one of the usual formats of businesses. */
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
