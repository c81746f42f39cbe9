import type { FieldType } from '@recto/provider-spec/answer'
import { slicePassage } from '../align/passage.ts'
import type { BusinessFieldName } from '../labels/business-fields.ts'
import { findRanges } from '../values/find-ranges.ts'
import { findIbans } from '../values/ibans.ts'
import { findDates } from '../values/parse-date.ts'
import type { Shape } from '../values/shape.ts'
import {
  findBareHosts,
  findEmails,
  findPhones,
  findSirens,
  findVatIds,
  findWebsites,
} from '../values/shapes.ts'
import { toldBy } from './explained.ts'
import { findHeadDate } from './find-head-date.ts'
import { domainsOf, lettersOf } from './own-names.ts'
import type { PreparedDocument } from './prepare-document.ts'
import { type Finding, finding } from './typed-value.ts'

type Find = (text: string) => readonly Shape[]

const finders: Readonly<Partial<Record<BusinessFieldName, Find>>> = {
  email: findEmails,
  website: findWebsites,
  iban: findIbans,
  'vat-id': findVatIds,
  siren: findSirens,
  phone: (text) =>
    findPhones(text).filter(({ value }) => /^[+(]/.test(value) || isOfNorthAmerica(value, text)),
}

/** An area, an exchange and a line, alone in a cell: `773-555-0188`. */
const isOfNorthAmerica = (value: string, text: string): boolean =>
  value === text && /^[2-9]\d{2}([-. ])[2-9]\d{2}\1\d{4}$/.test(value)

/**
 * A value that needs no label to be known, when the document has one such value only, or one only
 * that bears the seller's name.
 */
export function findUnlabelled(
  prepared: PreparedDocument,
  name: BusinessFieldName,
  seller?: Finding,
): Finding | undefined {
  const isTaken = labelledOtherwise(prepared, name)
  const found = findNamed(prepared, name).filter(({ place }) => {
    const party = prepared.partyAt(place)
    return party !== 'customer' && party !== 'delivery' && !isTaken(place)
  })
  const what = nouns[name] ?? 'such value'
  const only = theOnly(found)
  if (only) return toldBy(only, { kind: 'only', what })
  const own =
    theOnly(found.filter((one) => bearsName(one, seller))) ?? bareHost(prepared, name, seller)
  return own && toldBy(own, { kind: 'only', what, bearing: String(seller?.value) })
}

/** A host without `www.` that bears the seller's name, where no other web address is printed. */
function bareHost(
  prepared: PreparedDocument,
  name: BusinessFieldName,
  seller: Finding | undefined,
): Finding | undefined {
  if (name !== 'website' || findNamed(prepared, name).length > 0) return undefined
  const hosts = all(prepared, findBareHosts)
  const own = hosts.map((one) => ({
    one,
    name: lettersOf(String(one.value).split('.').at(-2) ?? ''),
  }))
  const letters = lettersOf(String(seller?.value ?? ''))
  return theOnly(
    own.filter((host) => letters !== '' && startsAlike(letters, host.name)).map(({ one }) => one),
  )
}

/** Tells what a label gives to another field, such as the number of a fax. */
function labelledOtherwise(
  { pairs }: PreparedDocument,
  name: BusinessFieldName,
): (place: Finding['place']) => boolean {
  const taken = new Set(
    pairs
      .filter(({ fields, known }) => known >= plain && (fields.get(name) ?? 0) < known - 0.01)
      .filter(({ fields }) => name !== 'iban' || (fields.get('account-number') ?? 0) < plain)
      .map(({ value: { page, words } }) => `${page}:${words[0]}`),
  )
  return ({ page, words }) => taken.has(`${page}:${words[0]}`)
}

const plain = 0.9

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

/** The day in a title or behind a place, which is surer than one whose label says more than that it is a day: `Date of loss`. */
export const findWrittenDate = (prepared: PreparedDocument, type: FieldType): Finding | undefined =>
  findHeadDate(prepared, type, labelledOtherwise(prepared, 'date'), 2)

/** The one day that a document names but for those of other fields and of periods; as text it is given as it is written. */
export function findOnlyDate(prepared: PreparedDocument, type: FieldType): Finding | undefined {
  const isTaken = labelledOtherwise(prepared, 'date')
  const days = all(prepared, daysIn(prepared))
  const only =
    theOnly(days) ?? theOnly(days.filter((one) => !isTaken(one.place) && !isOfRange(prepared, one)))
  if (!only) return findHeadDate(prepared, type, isTaken)
  if (type === 'date') return only && toldBy(only, onlyDay)
  const { page, words } = only.place
  const line = words.map((word) => prepared.document.pages[page]?.words[word]?.text ?? '').join(' ')
  const [written] = findDates(line, prepared.dateOrder)
  const text = written ? line.slice(written.start, written.end).trim() : line
  return toldBy({ ...only, value: text, match: text === line ? 'exact' : 'normalised' }, onlyDay)
}

function isOfRange({ document, dateOrder }: PreparedDocument, { place, value }: Finding): boolean {
  const words = document.pages[place.page]?.words ?? []
  const [first = 0] = place.words
  const around = words.slice(
    Math.max(0, first - wordsAround),
    first + place.words.length + wordsAround,
  )
  const text = around.map((word) => word.text).join(' ')
  return findRanges(text, dateOrder).some(
    ({ first, last }) => first.iso === value || last.iso === value,
  )
}

const wordsAround = 4

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
