import type { FieldType } from '@recto/provider-spec/answer'
import type { FieldKind } from '../labels/business-fields.ts'
import type { LabelValue } from '../labels/label-value.ts'
import { beginsWithFilling } from '../labels/phrases.ts'
import { isInColumn } from './in-column.ts'
import type { Pair, PreparedDocument } from './prepare-document.ts'
import { type FieldQuestion, isPersonal } from './question-field.ts'
import { saidWordsOf } from './said-words.ts'
import { tickedBeside } from './ticked-box.ts'
import { type Finding, isAmountOf, typedValue } from './typed-value.ts'

/** The value beside a label, when it is of the kind that is asked for. */
export function valueBeside(
  prepared: PreparedDocument,
  pair: Pair,
  asked: FieldQuestion,
): Finding | undefined {
  const kind = asked.field?.kind ?? 'text'
  if (pair.relation === 'row-end' && !sumsUp(asked)) return undefined
  if (isLoose(pair, asked) || isOthers(prepared, pair, asked)) return undefined
  const found = typedBeside(prepared, pair, kind, asked)
  if (!found || !isAtStart(found, pair, kind) || !isLikeAsked(found, asked)) return undefined
  return pair.relation === 'below' && headsColumn(prepared, pair, found, asked) ? undefined : found
}

function typedBeside(
  prepared: PreparedDocument,
  { value }: Pair,
  kind: FieldKind,
  { question: { type } }: FieldQuestion,
): Finding | undefined {
  const ticked = type === 'boolean' ? tickedBeside(prepared, value) : undefined
  return ticked ?? typedValue(prepared, value, kind, type)
}

/** What parts of an address look like; any other value may look like anything. */
const parts: Readonly<Partial<Record<string, RegExp>>> = {
  'full-name': /^\P{N}{2,120}$/u,
  street: /\p{L}{3}/u,
  city: /^\P{N}*\p{L}{2}/u,
  state: /^\P{N}*\p{L}{2}/u,
  country: /^\P{N}*\p{L}{2}/u,
  postcode: /^(?=.*\d).{3,10}$/u,
}

function isLikeAsked({ value }: Finding, { field, ...asked }: FieldQuestion): boolean {
  if (!field) return isNumberedAsAsked(value, asked)
  return parts[field.name]?.test(String(value)) ?? true
}

/** What stands over one amount or day of several, or over the amounts of a summary of taxes, heads a column. */
function headsColumn(
  prepared: PreparedDocument,
  { fields, label }: Pair,
  { place }: Finding,
  { field }: FieldQuestion,
): boolean {
  if (!field) return false
  if (field.kind === 'date') return prepared.headsList(label) || isInColumn(prepared, place, 'date')
  if (!isAmountOf(field.kind)) return false
  return (fields.get(field.name) ?? 0) <= weakest || isInColumn(prepared, place, 'amount')
}

/** A label that may mean something else is a heading where it stands over an amount. */
const weakest = 0.8

/** Words that only a blank parts from a label may be more of it, unless the label is plain. */
function isLoose(
  { relation, fields, label, value }: Pair,
  { field, question }: FieldQuestion,
): boolean {
  const isInText = relation === 'inline' || relation === 'in-sentence'
  if (!field) return isLooseText(value.text, question.type, isInText)
  if (!isInText) return false
  if (field.kind === 'address') return true
  if (field.kind !== 'text') return false
  if (isTitle(label.text, value.text)) return true
  return (fields.get(field.name) ?? 0) < 0.95 || beginsWithFilling(value.text)
}

/** A row of a table ends in its sum: nothing that was paid or counted. */
function sumsUp({ field }: FieldQuestion): boolean {
  return field?.kind === 'amount' && !['amount-paid', 'change', 'rounding'].includes(field.name)
}

/** Who asks for the number of something wants no text without one. */
function isNumberedAsAsked(
  value: Finding['value'],
  { words, question }: Pick<FieldQuestion, 'words' | 'question'>,
): boolean {
  const isAsked = words.some((asked) => saidWordsOf(asked).forms.has('number'))
  return question.type !== 'text' || !isAsked || /\d/.test(String(value))
}

/** Words in capitals with nothing between them are one title or one name: `GUEST FOLIO`. */
const isTitle = (label: string, value: string): boolean =>
  !/[\p{Ll}\d]/u.test(value) && !/\p{Ll}/u.test(label)

function isLooseText(text: string, type: FieldType, isInText: boolean): boolean {
  if (type === 'number') return isSentence(text)
  return isInText && (isSentence(text) || (type === 'text' && /^\p{Ll}/u.test(text)))
}

/** Behind the heading of a clause: `5. LATE FEE. If rent is not paid within 5 days …`. */
const isSentence = (text: string): boolean =>
  text.split(' ').length >= fewestOfSentence && (text.match(/\s\p{Ll}{2,}/gu)?.length ?? 0) > 3
const fewestOfSentence = 7

/** What is said of one party answers no question for another's. */
function isOthers(
  prepared: PreparedDocument,
  pair: Pair,
  { field, party }: FieldQuestion,
): boolean {
  if (!field || !isPersonal(field)) return false
  const told = isOfCustomer(pair) ? 'customer' : prepared.partyAt(pair.value)
  if (party === undefined) return told === 'customer' || told === 'delivery'
  return told !== party
}

const isOfCustomer = ({ fields }: Pair): boolean => (fields.get('customer-name') ?? 0) >= 0.5

/** What stands further on in a text belongs to other words than the label. */
function isAtStart({ place }: Finding, { value, relation }: LabelValue, kind: FieldKind): boolean {
  if (kind !== 'identifier' && kind !== 'vat-id') return true
  const at = value.words.indexOf(place.words[0] ?? -1)
  return at <= (relation === 'inline' || relation === 'in-sentence' ? 0 : 2)
}
