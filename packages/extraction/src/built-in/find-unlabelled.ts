import type { FieldType } from '@recto/provider-spec/answer'
import { slicePassage } from '../align/passage.ts'
import type { BusinessFieldName } from '../labels/business-fields.ts'
import { findDates } from '../values/parse-date.ts'
import {
  findEmails,
  findIbans,
  findPhones,
  findSirens,
  findVatIds,
  findWebsites,
  type Shape,
} from '../values/shapes.ts'
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
  const find = finders[name]
  const found = find ? all(prepared, find) : []
  return theOnly(found) ?? theOnly(found.filter((one) => bearsName(one, seller)))
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
  const days = (text: string) =>
    findDates(text, prepared.dateOrder).map(({ start, end, iso }) => ({ start, end, value: iso }))
  const found = theOnly(all(prepared, days))
  if (!found || type === 'date') return found
  const asWritten = (text: string) =>
    days(text).map((shape) => ({ ...shape, value: text.slice(shape.start, shape.end).trim() }))
  return all(prepared, asWritten)[0]
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
