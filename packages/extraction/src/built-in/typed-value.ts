import type { DocumentText } from '@recto/document-text/model'
import type { FieldType, Json, Match } from '@recto/provider-spec/answer'
import type { FoundBy } from '@recto/provider-spec/explanation'
import { type Passage, slicePassage } from '../align/passage.ts'
import type { FieldKind } from '../labels/business-fields.ts'
import { booleanOf } from '../values/boolean-of.ts'
import { type DateOrder, findDates } from '../values/parse-date.ts'
import { type DecimalMark, findNumbers } from '../values/parse-number.ts'
import {
  findBics,
  findEmails,
  findIbans,
  findIdentifiers,
  findIncoterms,
  findPhones,
  findSirens,
  findVatIds,
  findWebsites,
  type Shape,
} from '../values/shapes.ts'
import { derivedFinding } from './explained.ts'

/** A value with the words that say it. */
export type Finding = {
  readonly value: Json
  readonly place: Pick<Passage, 'page' | 'words' | 'box'>
  readonly match: Match
  /** How plainly a label, or what else told of it, says that it is what is asked for: 0 to 1. */
  readonly score?: number
  /** It is the sum of other amounts, or one of those. */
  readonly addsUp?: boolean
  /** What told that it is what was asked, the weightiest first. */
  readonly foundBy?: readonly FoundBy[]
}

type PassageContext = {
  readonly document: DocumentText
  readonly decimalMark?: DecimalMark | undefined
  readonly dateOrder?: DateOrder | undefined
}

const maxTextLength = 120

/** The first value of a kind that a passage states, in the form that the question's type wants. */
export function typedValue(
  context: PassageContext,
  passage: Passage,
  kind: FieldKind,
  type: FieldType,
): Finding | undefined {
  if (kind === 'amount' || type === 'number') return numberIn(context, passage, type)
  if (kind === 'date' || type === 'date') return dateIn(context, passage, type)
  if (type === 'boolean') return booleanIn(context, passage)
  if (type === 'email') return shapeIn(context, passage, 'email')
  if (kind === 'text' || kind === 'address') return textIn(context, passage)
  return shapeIn(context, passage, kind)
}

/** An amount that is all that a passage says, or that has decimals or a currency to show for it. */
function numberIn(context: PassageContext, passage: Passage, type: FieldType): Finding | undefined {
  const dates = findDates(passage.text, context.dateOrder)
  const found = findNumbers(passage.text, context.decimalMark).find(
    (number) =>
      !number.isPercent &&
      !dates.some((date) => date.start < number.end && date.end > number.start),
  )
  if (!found) return undefined
  const part = slicePassage(context.document, passage, found.start, found.end)
  if (!part) return undefined
  if (type === 'number') return finding(part, found.value, String(found.value))
  const plain = part.text.replace(/^[^\d(.,-]+|(?<![^\d).,-])[^\d).,-]+$/gu, '')
  return finding(part, plain, plain)
}

function dateIn(context: PassageContext, passage: Passage, type: FieldType): Finding | undefined {
  const found = findDates(passage.text, context.dateOrder)[0]
  const part = found && slicePassage(context.document, passage, found.start, found.end)
  if (!part) return undefined
  return type === 'date' ? finding(part, found.iso, found.iso) : finding(part, part.text, part.text)
}

function booleanIn({ document }: PassageContext, passage: Passage): Finding | undefined {
  const first = slicePassage(document, passage, 0, passage.text.search(/\s|$/u))
  const value = first && booleanOf(first.text)
  return first && value !== undefined ? derivedFinding(first, value, 'judgement') : undefined
}

/** What a passage says, unless it is a sentence or no words at all. */
function textIn({ document }: PassageContext, passage: Passage): Finding | undefined {
  const end = passage.text.replace(/(?<![\s,;|–-])[\s,;|–-]+$/u, '').length
  const part = slicePassage(document, passage, 0, end)
  if (!part || part.text.length > maxTextLength || !/[\p{L}\p{N}]/u.test(part.text))
    return undefined
  if (/[:：]$/u.test(part.text) || /^[(*†]/u.test(part.text)) return undefined
  return finding(part, part.text, part.text)
}

type ShapeKind = Exclude<FieldKind, 'amount' | 'date' | 'text' | 'address'>

const finders: Readonly<Partial<Record<ShapeKind, (text: string) => readonly Shape[]>>> = {
  identifier: findIdentifiers,
  'vat-id': (text) => [...findVatIds(text), ...findIdentifiers(text).filter(isLongEnough)],
  iban: (text) => findIbans(text, true),
  bic: findBics,
  email: findEmails,
  phone: findPhones,
  website: findWebsites,
  incoterm: findIncoterms,
  siren: findSirens,
}

/** A tax number has many digits; what is shorter beside such a label is a rate or an amount. */
function isLongEnough({ value }: Shape): boolean {
  return value.replace(/\D/g, '').length >= 6
}

function shapeIn(context: PassageContext, passage: Passage, kind: ShapeKind): Finding | undefined {
  const shape = finders[kind]?.(passage.text)[0]
  const part = shape && slicePassage(context.document, passage, shape.start, shape.end)
  const isNumbered = kind === 'identifier' || kind === 'vat-id'
  if (!part || (isNumbered && isOtherwiseReadable(context, part))) return undefined
  return finding(part, shape.value, shape.value)
}

/** A date or an amount of money is no identifier. */
function isOtherwiseReadable({ dateOrder }: PassageContext, { text }: Passage): boolean {
  const isAmount = findNumbers(text).some(
    ({ hasDecimals, currency, isPercent }) => hasDecimals || currency !== undefined || isPercent,
  )
  return isAmount || findDates(text, dateOrder).length > 0
}

export function finding(part: Passage, value: Json, plainly: string): Finding {
  const { page, words, box } = part
  return {
    value,
    place: { page, words, box },
    match: part.text === plainly ? 'exact' : 'normalised',
  }
}
