import { type Passage, slicePassage } from '../align/passage.ts'
import { fold, foldKeepingOffsets } from '../values/fold.ts'
import { findEmails, findWebsites } from '../values/shapes.ts'
import { wordsInAllLanguages } from '../vocabulary/languages.ts'
import type { PreparedDocument } from './prepare-document.ts'

/** Hints, apart from names, about the issuer of a document. */
export type IssuerHints = {
  /** Registered domains of the document's own web and email addresses. */
  readonly domains: ReadonlySet<string>
  /** Names for whose visit the document thanks the reader, with the words before them. */
  readonly thankedNames: readonly { readonly name: Passage; readonly words: string }[]
  /** Cells above those that state a registered office. */
  readonly cellsAboveOffice: ReadonlySet<Passage>
}

export function findIssuerHints(preparedDocument: PreparedDocument): IssuerHints {
  return {
    domains: new Set(findDomains(preparedDocument.text)),
    thankedNames: findThankedNames(preparedDocument),
    cellsAboveOffice: findCellsAboveOffice(preparedDocument),
  }
}

/** Whether an address or the thanks of the document contain a name. */
export function isConfirmedBy({ domains, thankedNames }: IssuerHints, name: string): boolean {
  const letters = toComparableLetters(name)
  const isThanked = thankedNames.some(({ name: { text } }) => {
    const nameLetters = toComparableLetters(text)
    return startsWith(letters, nameLetters) || startsWith(nameLetters, letters)
  })
  return isThanked || startsWithDomain(letters, domains) || abbreviatesDomain(letters, domains)
}

/** Shorter beginnings match by chance. */
const minLetters = 4

const startsWith = (text: string, beginning: string): boolean =>
  beginning.length >= minLetters && text.startsWith(beginning)

/**
 * Minimum share of a domain that an abbreviated name must cover: `Bluebell` for
 * `bluebellbooks.example`.
 */
const minDomainShare = 0.6

const maxDomains = 20

function abbreviatesDomain(letters: string, domains: ReadonlySet<string>): boolean {
  return [...domains]
    .slice(0, maxDomains)
    .some(
      (domain) => startsWith(domain, letters) && letters.length >= minDomainShare * domain.length,
    )
}

/** Maximum length of a domain label, from RFC 1035. */
const maxDomainLength = 63

/** Looks up each prefix of the letters, so the number of domains does not matter. */
export function startsWithDomain(letters: string, domains: ReadonlySet<string>): boolean {
  if (domains.size === 0) return false
  const maxLength = Math.min(letters.length, maxDomainLength)
  return Array.from({ length: maxLength }, (_, i) => letters.slice(0, i + 1)).some((beginning) =>
    domains.has(beginning),
  )
}

/** Second-level domains under which others register: `example.com.my`. */
const registryLabels = new Set(['com', 'co', 'org', 'net', 'gov', 'edu', 'gob', 'gouv'])

/** Finds the registered names of a document's own addresses: `amazon` in `aws.amazon.com`. */
export function findDomains(text: string): readonly string[] {
  const hosts = [...findEmails(text), ...findWebsites(text)].map(
    ({ value }) =>
      value
        .replace(/^.*@|^https?:\/\/|^www\./g, '')
        .replace(/^www\./, '')
        .split('/')[0] ?? '',
  )
  return hosts
    .map((host) => {
      const parts = host.split('.').slice(0, -1)
      const isRegistry = parts.length > 1 && registryLabels.has(parts.at(-1) ?? '')
      return toComparableLetters(parts.at(isRegistry ? -2 : -1) ?? '')
    })
    .filter((name) => name.length >= minLetters)
}

export function toComparableLetters(text: string): string {
  return fold(text).replace(/[^\p{L}\p{N}]/gu, '')
}

type PhraseIndex = {
  readonly phrases: readonly string[]
  readonly initials: ReadonlySet<string>
}

function indexPhrases(words: readonly string[]): PhraseIndex {
  const phrases = words.map((phrase) => fold(phrase)).toSorted((a, b) => b.length - a.length)
  return {
    phrases,
    initials: new Set(phrases.map((phrase) => phrase.charAt(0))),
  }
}

const maxPhraseLength = 60

/** Range of the phrase at the beginning of a text. The first letter rules out most texts. */
function findPhraseAtStart(
  text: string,
  { phrases, initials }: PhraseIndex,
): { readonly start: number; readonly end: number } | undefined {
  const start = text.search(/\p{L}/u)
  if (start < 0 || !initials.has(fold(text.charAt(start)))) return undefined
  const foldedStart = foldKeepingOffsets(text.slice(start, start + maxPhraseLength))
  const phrase = phrases.find(
    (one) => foldedStart.startsWith(one) && !/\p{L}/u.test(foldedStart.charAt(one.length)),
  )
  return phrase === undefined ? undefined : { start, end: start + phrase.length }
}

const thanksPhrases = indexPhrases(wordsInAllLanguages('thanksTo'))
const officePhrases = indexPhrases(wordsInAllLanguages('registeredOffice'))
const maxThanksLength = 90
const maxThanks = 5

function findThankedNames({ document, rows }: PreparedDocument): IssuerHints['thankedNames'] {
  const thankedNames: IssuerHints['thankedNames'][number][] = []
  for (const cell of rows.flatMap((row) => row.cells)) {
    if (cell.text.length > maxThanksLength || thankedNames.length === maxThanks) continue
    const words = findPhraseAtStart(cell.text, thanksPhrases)
    const name = words && findNameAfter(document, cell, words.end)
    if (name) thankedNames.push({ name, words: cell.text.slice(words.start, words.end) })
  }
  return thankedNames
}

/** The name ends with the sentence. */
function findNameAfter(
  document: PreparedDocument['document'],
  cell: Passage,
  from: number,
): Passage | undefined {
  const rest = cell.text.slice(from)
  const end = rest.search(/[!.?,;*](?:\s|$)/u)
  const name = slicePassage(document, cell, from, end < 0 ? undefined : from + end)
  return name && /^[\p{Lu}\p{N}]/u.test(name.text) ? name : undefined
}

/** A company's name is printed above its registered office, as many countries require. */
function findCellsAboveOffice({ rows }: PreparedDocument): ReadonlySet<Passage> {
  const cells = rows.flatMap((row, rowIndex) => {
    const previousRow = rows[rowIndex - 1]
    if (!previousRow || previousRow.page !== row.page) return []
    return row.cells
      .filter((cell) => findPhraseAtStart(cell.text, officePhrases) !== undefined)
      .flatMap((cell) => previousRow.cells.find((one) => isAbove(one, cell)) ?? [])
  })
  return new Set(cells)
}

const isAbove = ({ box }: Passage, { box: lowerBox }: Passage): boolean => {
  const isNear = lowerBox[1] - box[3] < 2 * (lowerBox[3] - lowerBox[1])
  return isNear && box[0] < lowerBox[2] && box[2] > lowerBox[0]
}
