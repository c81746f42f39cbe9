import { type Passage, slicePassage } from '../align/passage.ts'
import { fold, foldInPlace } from '../values/fold.ts'
import { findEmails, findWebsites } from '../values/shapes.ts'
import { wordsInAll } from '../vocabulary/languages.ts'
import type { PreparedDocument } from './prepare-document.ts'

/** What else than a name tells whose a document is. */
export type OwnNames = {
  /** The names under which its own web and e-mail addresses are registered. */
  readonly domains: ReadonlySet<string>
  /** Whom it thanks the reader for having come to, with the words before that. */
  readonly thanked: readonly { readonly name: Passage; readonly words: string }[]
  /** The cells over those that tell where a company has its registered office. */
  readonly overOffice: ReadonlySet<Passage>
}

export function ownNames(prepared: PreparedDocument): OwnNames {
  return {
    domains: new Set(domainsOf(prepared.text)),
    thanked: thankedIn(prepared),
    overOffice: cellsOverOffice(prepared),
  }
}

/** Whether an address of the document bears a name, or its thanks name it. */
export function isConfirmedBy({ domains, thanked }: OwnNames, name: string): boolean {
  const letters = lettersOf(name)
  const isThanked = thanked.some(({ name: { text } }) => {
    const other = lettersOf(text)
    return startsWith(letters, other) || startsWith(other, letters)
  })
  return isThanked || beginsWithOne(letters, domains) || isAbridged(letters, domains)
}

const startsWith = (text: string, beginning: string): boolean =>
  beginning.length >= minLetters && text.startsWith(beginning)

/** A shorter beginning is shared by chance. */
const minLetters = 4
/** How much of a domain a name must be to stand for it: `Bluebell` for `bluebellbooks.example`. */
const shareOfDomain = 0.6

function isAbridged(letters: string, domains: ReadonlySet<string>): boolean {
  return [...domains]
    .slice(0, mostDomains)
    .some(
      (domain) => startsWith(domain, letters) && letters.length >= shareOfDomain * domain.length,
    )
}

const mostDomains = 20

/** RFC 1035. */
const longestDomain = 63

/** However many there are: each beginning of the letters is looked up. */
export function beginsWithOne(letters: string, domains: ReadonlySet<string>): boolean {
  if (domains.size === 0) return false
  const longest = Math.min(letters.length, longestDomain)
  return Array.from({ length: longest }, (_, i) => letters.slice(0, i + 1)).some((beginning) =>
    domains.has(beginning),
  )
}

/** Under which others register: `example.com.my`. */
const registries = new Set(['com', 'co', 'org', 'net', 'gov', 'edu', 'gob', 'gouv'])

/** The names under which a document's own addresses are registered: `amazon` of `aws.amazon.com`. */
export function domainsOf(text: string): readonly string[] {
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
      const isRegistry = parts.length > 1 && registries.has(parts.at(-1) ?? '')
      return lettersOf(parts.at(isRegistry ? -2 : -1) ?? '')
    })
    .filter((name) => name.length >= minLetters)
}

export function lettersOf(text: string): string {
  return fold(text).replace(/[^\p{L}\p{N}]/gu, '')
}

type Phrases = {
  readonly longestFirst: readonly string[]
  readonly initials: ReadonlySet<string>
}

function phrasesOf(words: readonly string[]): Phrases {
  const longestFirst = words.map((phrase) => fold(phrase)).toSorted((a, b) => b.length - a.length)
  return { longestFirst, initials: new Set(longestFirst.map((phrase) => phrase.charAt(0))) }
}

/** Where the phrase that a text begins with starts and ends; most texts are told by their first letter. */
function phraseAtStart(
  text: string,
  { longestFirst, initials }: Phrases,
): { readonly start: number; readonly end: number } | undefined {
  const start = text.search(/\p{L}/u)
  if (start < 0 || !initials.has(fold(text.charAt(start)))) return undefined
  const plain = foldInPlace(text.slice(start, start + longestPhrase))
  const phrase = longestFirst.find(
    (one) => plain.startsWith(one) && !/\p{L}/u.test(plain.charAt(one.length)),
  )
  return phrase === undefined ? undefined : { start, end: start + phrase.length }
}

const longestPhrase = 60
const thanks = phrasesOf(wordsInAll('thanksTo'))
const offices = phrasesOf(wordsInAll('registeredOffice'))
const longestThanks = 90
const mostThanks = 5

function thankedIn({ document, rows }: PreparedDocument): OwnNames['thanked'] {
  const found: OwnNames['thanked'][number][] = []
  for (const cell of rows.flatMap((row) => row.cells)) {
    if (cell.text.length > longestThanks || found.length === mostThanks) continue
    const words = phraseAtStart(cell.text, thanks)
    const name = words && nameBehind(document, cell, words.end)
    if (name) found.push({ name, words: cell.text.slice(words.start, words.end) })
  }
  return found
}

/** Up to the end of the sentence. */
function nameBehind(
  document: PreparedDocument['document'],
  cell: Passage,
  from: number,
): Passage | undefined {
  const rest = cell.text.slice(from)
  const end = rest.search(/[!.?,;*](?:\s|$)/u)
  const name = slicePassage(document, cell, from, end < 0 ? undefined : from + end)
  return name && /^[\p{Lu}\p{N}]/u.test(name.text) ? name : undefined
}

/** A company is named over its registered office, as the law of many countries wants it. */
function cellsOverOffice({ rows }: PreparedDocument): ReadonlySet<Passage> {
  const over = rows.flatMap((row, at) => {
    const before = rows[at - 1]
    if (!before || before.page !== row.page) return []
    return row.cells
      .filter((cell) => phraseAtStart(cell.text, offices) !== undefined)
      .flatMap((cell) => before.cells.find((one) => isOver(one, cell)) ?? [])
  })
  return new Set(over)
}

const isOver = ({ box }: Passage, { box: under }: Passage): boolean => {
  const isNear = under[1] - box[3] < 2 * (under[3] - under[1])
  return isNear && box[0] < under[2] && box[2] > under[0]
}
