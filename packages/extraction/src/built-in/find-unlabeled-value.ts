import type { FieldType } from '@recto/provider-spec/answer'
import { slicePassage } from '../align/passage.ts'
import type { BusinessFieldName } from '../labels/business-fields.ts'
import { findDateRanges } from '../values/find-date-ranges.ts'
import { findIbans } from '../values/ibans.ts'
import { findDates } from '../values/parse-date.ts'
import {
  findBareHosts,
  findEmails,
  findPhones,
  findSirens,
  findVatIds,
  findWebsites,
  type PatternMatch,
} from '../values/shapes.ts'
import { addReasons } from './explanations.ts'
import { findHeadDate } from './find-head-date.ts'
import { findDomains, toComparableLetters } from './issuer-hints.ts'
import type { PreparedDocument } from './prepare-document.ts'
import { type Finding, toFinding } from './read-typed-value.ts'

type PatternFinder = (text: string) => readonly PatternMatch[]

const finderByField: Readonly<Partial<Record<BusinessFieldName, PatternFinder>>> = {
  email: findEmails,
  website: findWebsites,
  iban: findIbans,
  'vat-id': findVatIds,
  siren: findSirens,
  phone: (text) =>
    findPhones(text).filter(
      ({ value }) => /^[+(]/.test(value) || isNorthAmericanPhone(value, text),
    ),
}

/**
 * Whether a cell contains only a North American phone number: area, exchange and line, as in
 * `773-555-0188`.
 */
const isNorthAmericanPhone = (value: string, text: string): boolean =>
  value === text && /^[2-9]\d{2}([-. ])[2-9]\d{2}\1\d{4}$/.test(value)

const nounByField: Readonly<Partial<Record<BusinessFieldName, string>>> = {
  email: 'email address',
  website: 'web address',
  iban: 'IBAN',
  'vat-id': 'VAT ID',
  siren: 'SIREN',
  phone: 'phone number',
}

/**
 * Finds a value that is recognizable without a label, if the document has only one, or only one
 * that contains the seller's name.
 */
export function findUnlabeledValue(
  preparedDocument: PreparedDocument,
  name: BusinessFieldName,
  seller?: Finding,
): Finding | undefined {
  const isTaken = createOtherFieldTest(preparedDocument, name)
  const candidates = findFieldCandidates(preparedDocument, name).filter(({ place }) => {
    const party = preparedDocument.getPartyAt(place)
    return party !== 'customer' && party !== 'delivery' && !isTaken(place)
  })
  const noun = nounByField[name] ?? 'matching value'
  const onlyCandidate = getOnlyValue(candidates)
  if (onlyCandidate) return addReasons(onlyCandidate, { kind: 'only', what: noun })
  const sellerCandidate =
    getOnlyValue(candidates.filter((one) => containsSellerName(one, seller))) ??
    findSellerHost(preparedDocument, name, seller)
  return (
    sellerCandidate &&
    addReasons(sellerCandidate, { kind: 'only', what: noun, bearing: String(seller?.value) })
  )
}

/**
 * Finds a host without `www.` that contains the seller's name, in a document without other web
 * addresses.
 */
function findSellerHost(
  preparedDocument: PreparedDocument,
  name: BusinessFieldName,
  seller: Finding | undefined,
): Finding | undefined {
  if (name !== 'website' || findFieldCandidates(preparedDocument, name).length > 0) return undefined
  const hosts = findInCells(preparedDocument, findBareHosts)
  const namedHosts = hosts.map((host) => ({
    host,
    domain: toComparableLetters(String(host.value).split('.').at(-2) ?? ''),
  }))
  const letters = toComparableLetters(String(seller?.value ?? ''))
  return getOnlyValue(
    namedHosts
      .filter(({ domain }) => letters !== '' && sharesBeginning(letters, domain))
      .map(({ host }) => host),
  )
}

const plainLabelScore = 0.9

/** Creates a test for values that a label assigns to another field, such as a fax number. */
function createOtherFieldTest(
  { pairs }: PreparedDocument,
  name: BusinessFieldName,
): (place: Finding['place']) => boolean {
  const otherFieldValues = new Set(
    pairs
      .filter(
        ({ fieldScores, bestFieldScore }) =>
          bestFieldScore >= plainLabelScore && (fieldScores.get(name) ?? 0) < bestFieldScore - 0.01,
      )
      .filter(
        ({ fieldScores }) =>
          name !== 'iban' || (fieldScores.get('account-number') ?? 0) < plainLabelScore,
      )
      .map(({ value: { page, words } }) => `${page}:${words[0]}`),
  )
  return ({ page, words }) => otherFieldValues.has(`${page}:${words[0]}`)
}

/** Finds everything in the document that matches the pattern of a field, regardless of labels. */
export function findFieldCandidates(
  preparedDocument: PreparedDocument,
  name: BusinessFieldName,
): readonly Finding[] {
  const find = name === 'date' ? createDateFinder(preparedDocument) : finderByField[name]
  return find ? findInCells(preparedDocument, find) : []
}

/** Whether the registered domain of an address begins like the seller's name. */
function containsSellerName({ value }: Finding, seller: Finding | undefined): boolean {
  const [domain] = findDomains(String(value))
  return (
    seller !== undefined &&
    domain !== undefined &&
    sharesBeginning(toComparableLetters(String(seller.value)), domain)
  )
}

const minNameLength = 7

function sharesBeginning(name: string, domain: string): boolean {
  return name.startsWith(domain) || domain.startsWith(name.slice(0, minNameLength))
}

/**
 * Finds the date in a title or after a place name, which is more certain than one with a more
 * specific label: `Date of loss`.
 */
export const findTitleDate = (
  preparedDocument: PreparedDocument,
  type: FieldType,
): Finding | undefined =>
  findHeadDate(preparedDocument, type, createOtherFieldTest(preparedDocument, 'date'), 2)

const onlyDateReason = { kind: 'only', what: 'date' } as const

/**
 * Finds the only date of a document, apart from those of other fields and of periods; text
 * questions get it as printed.
 */
export function findOnlyDate(
  preparedDocument: PreparedDocument,
  type: FieldType,
): Finding | undefined {
  const isTaken = createOtherFieldTest(preparedDocument, 'date')
  const days = findInCells(preparedDocument, createDateFinder(preparedDocument))
  const onlyDate =
    getOnlyValue(days) ??
    getOnlyValue(days.filter((one) => !isTaken(one.place) && !isPartOfRange(preparedDocument, one)))
  if (!onlyDate) return findHeadDate(preparedDocument, type, isTaken)
  if (type === 'date') return onlyDate && addReasons(onlyDate, onlyDateReason)
  const { page, words } = onlyDate.place
  const line = words
    .map((word) => preparedDocument.document.pages[page]?.words[word]?.text ?? '')
    .join(' ')
  const [printedDate] = findDates(line, preparedDocument.dateOrder)
  const text = printedDate ? line.slice(printedDate.start, printedDate.end).trim() : line
  return addReasons(
    { ...onlyDate, value: text, match: text === line ? 'exact' : 'normalised' },
    onlyDateReason,
  )
}

const contextWords = 4

function isPartOfRange(
  { document, dateOrder }: PreparedDocument,
  { place, value }: Finding,
): boolean {
  const words = document.pages[place.page]?.words ?? []
  const [first = 0] = place.words
  const surroundingWords = words.slice(
    Math.max(0, first - contextWords),
    first + place.words.length + contextWords,
  )
  const text = surroundingWords.map((word) => word.text).join(' ')
  return findDateRanges(text, dateOrder).some(
    ({ first, last }) => first.iso === value || last.iso === value,
  )
}

function createDateFinder({ dateOrder }: PreparedDocument): PatternFinder {
  return (text) =>
    findDates(text, dateOrder).map(({ start, end, iso }) => ({ start, end, value: iso }))
}

/** A credit for the software that created the document, not its sender. */
const softwareCredit = /(?:powered|generated|created|produced)\s*(?:by|with)/i

function findInCells(
  { document, rows }: PreparedDocument,
  find: PatternFinder,
): readonly Finding[] {
  return rows
    .flatMap((row) => row.cells)
    .filter((cell) => !softwareCredit.test(cell.text))
    .flatMap((cell) =>
      find(cell.text)
        .map((shape) => {
          const part = slicePassage(document, cell, shape.start, shape.end)
          return part ? toFinding(part, shape.value, shape.value) : undefined
        })
        .filter((value) => value !== undefined),
    )
}

function getOnlyValue(findings: readonly Finding[]): Finding | undefined {
  return new Set(findings.map(({ value }) => value)).size === 1 ? findings[0] : undefined
}
