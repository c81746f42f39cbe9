import type { FieldType } from '@recto/provider-spec/answer'
import { slicePassage } from '../align/passage.ts'
import type { BusinessFieldName } from '../labels/business-fields.ts'
import { findIbans } from '../values/ibans.ts'
import { findDates } from '../values/parse-date.ts'
import {
  findEmails,
  findPhones,
  findSirens,
  findVatIds,
  findWebsites,
  type Shape,
} from '../values/shapes.ts'
import { toldBy } from './explained.ts'
import { domainsOf, lettersOf } from './find-seller.ts'
import type { PreparedDocument } from './prepare-document.ts'
import { type Finding, finding } from './typed-value.ts'

type Find = (text: string) => readonly Shape[]

const finders: Readonly<Partial<Record<BusinessFieldName, Find>>> = {
  email: findEmails,
  website: findWebsites,
  iban: findIbans,
  'vat-id': findVatIds,
  siren: findSirens,
  phone: (text) => findPhones(text).filter(({ value }) => /^[+(]/.test(value)),
}

/**
 * A value that needs no label to be known, when the document has one such value only, or one only
 * that bears the seller's name.
 */
export function findUnlabelled(
  prepared: PreparedDocument,
  name: BusinessFieldName,
  seller?: Finding,
): Finding | undefined {
  const found = findNamed(prepared, name).filter(({ place }) => {
    const party = prepared.partyAt(place)
    return party !== 'customer' && party !== 'delivery'
  })
  const what = nouns[name] ?? 'such value'
  const only = theOnly(found)
  if (only) return toldBy(only, { kind: 'only', what })
  const own = theOnly(found.filter((one) => bearsName(one, seller)))
  return own && toldBy(own, { kind: 'only', what, bearing: String(seller?.value) })
}

/** Everything in the document that looks like such a field, without regard to labels. */
export function findNamed(prepared: PreparedDocument, name: BusinessFieldName): readonly Finding[] {
  const find = name === 'date' ? daysIn(prepared) : finders[name]
  return find ? all(prepared, find) : []
}

const nouns: Readonly<Partial<Record<BusinessFieldName, string>>> = {
  email: 'e-mail address',
  website: 'web address',
  iban: 'IBAN',
  'vat-id': 'VAT id',
  siren: 'SIREN',
  phone: 'telephone number',
}

/** Whether the registered part of an address begins as the name does. */
function bearsName({ value }: Finding, seller: Finding | undefined): boolean {
  const [registered] = domainsOf(String(value))
  return (
    seller !== undefined &&
    registered !== undefined &&
    startsAlike(lettersOf(String(seller.value)), registered)
  )
}

function startsAlike(name: string, domain: string): boolean {
  return name.startsWith(domain) || domain.startsWith(name.slice(0, minNameLength))
}

const minNameLength = 7

/** The one day that a document names; as text it is given as it is written. */
export function findOnlyDate(prepared: PreparedDocument, type: FieldType): Finding | undefined {
  const days = daysIn(prepared)
  const only = theOnly(all(prepared, days))
  if (!only || type === 'date') return only && toldBy(only, onlyDay)
  const asWritten = (text: string) =>
    days(text).map((shape) => ({ ...shape, value: text.slice(shape.start, shape.end).trim() }))
  const [written] = all(prepared, asWritten)
  return written && toldBy(written, onlyDay)
}

const onlyDay = { kind: 'only', what: 'date' } as const

function daysIn({ dateOrder }: PreparedDocument): Find {
  return (text) =>
    findDates(text, dateOrder).map(({ start, end, iso }) => ({ start, end, value: iso }))
}

/** Says which program made the document, not who sent it. */
const makersMark = /(?:powered|generated|created|produced)\s*(?:by|with)/i

function all({ document, rows }: PreparedDocument, find: Find): readonly Finding[] {
  return rows
    .flatMap((row) => row.cells)
    .filter((cell) => !makersMark.test(cell.text))
    .flatMap((cell) =>
      find(cell.text).flatMap((shape) => {
        const part = slicePassage(document, cell, shape.start, shape.end)
        return part ? [finding(part, shape.value, shape.value)] : []
      }),
    )
}

function theOnly(found: readonly Finding[]): Finding | undefined {
  return new Set(found.map(({ value }) => value)).size === 1 ? found[0] : undefined
}
