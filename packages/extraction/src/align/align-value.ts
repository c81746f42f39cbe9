import type { DocumentText } from '@recto/document-text/model'
import type { EvidenceTree, FieldType, Json } from '@recto/provider-spec/answer'
import { isCountryCode } from '../values/country-codes.ts'
import { keyToWords, wordsOf } from '../values/fold.ts'
import { parseExactNumber } from '../values/parse-number.ts'
import { findBoolean } from './find-boolean.ts'
import { findDerived } from './find-derived.ts'
import { findDate, findNumber } from './find-scalars.ts'
import { findText } from './find-text.ts'
import { type Haystack, haystackFor, type Occurrence, type Place } from './haystack.ts'
import { type Near, nearnessOf } from './nearness.ts'
import { isOutdone } from './outdone.ts'
import { evidenceOf } from './passage.ts'
import { keepSupport, type Support } from './support.ts'

type AlignOptions = {
  /**
   * Key and prompt of the question: among several occurrences, the one next to its label is chosen.
   */
  readonly near?: string
}

/**
 * Finds a value among the words of a document: letter by letter, after normalizing numbers, dates,
 * case, spaces and accents, or by the words from which it follows, such as a currency sign or the
 * words that decide yes or no. The result has the shape of the value, with one position per scalar
 * (one per page when it spans pages) and `null` when no word supports it. Positions are never
 * invented.
 */
export function alignValue(
  document: DocumentText,
  value: Json,
  type: FieldType,
  options: AlignOptions = {},
): EvidenceTree {
  const search: Search = { haystack: haystackFor(document), taken: new Set() }
  const hint = { type, near: { words: new Set(wordsOf(options.near ?? '')) } }
  if (value === null || typeof value === 'object') return align(search, value, hint)
  const best = bestOf(search, value, hint)
  const isOutdone = best !== undefined && isOutdoneBy(search.haystack, value, best, hint)
  return evidenceFor(search, best && { ...best, support: { ...best.support, isOutdone } })
}

function isOutdoneBy(
  haystack: Haystack,
  value: string | number | boolean,
  { occurrence, support: { nearness } }: Best,
  { type, near }: Hint,
): boolean {
  const chosen = { occurrence, nearness }
  if (typeof value === 'number') {
    const others = haystack.numbers()
    return isOutdone(
      haystack,
      { ...chosen, others, isSame: ({ found }) => found.value === value },
      near,
    )
  }
  if (type !== 'date') return false
  const day = String(value).slice(0, 10)
  const others = haystack.dates()
  return isOutdone(haystack, { ...chosen, others, isSame: ({ found }) => found.iso === day }, near)
}

/**
 * `taken` contains the positions already assigned, so that equal values of several records get
 * different ones.
 */
type Search = { readonly haystack: Haystack; readonly taken: Set<string> }
type Hint = { readonly type: FieldType; readonly near: Near }

function align(search: Search, value: Json, hint: Hint): EvidenceTree {
  if (value === null) return null
  if (typeof value !== 'object') return evidenceFor(search, bestOf(search, value, hint))
  if (isList(value)) return nothingIfEmpty(value.map((item) => align(search, item, hint)))
  return alignRecord(search, value, hint)
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value)
}

function nothingIfEmpty(list: readonly EvidenceTree[]): EvidenceTree {
  return list.some((evidence) => evidence !== null) ? list : null
}

/** Finds the longest text of a record first, because the other values are then searched near it. */
function alignRecord(
  search: Search,
  record: { readonly [key: string]: Json },
  { near }: Hint,
): EvidenceTree {
  const anchorKey = anchorOf(record)
  const anchor =
    anchorKey === undefined
      ? undefined
      : bestOf(search, record[anchorKey] ?? null, hintFor(anchorKey, near))
  const beside: Near = anchor ? { ...near, record: anchor.occurrence[0] } : near
  const entries = Object.entries(record).map(([key, value]): [string, EvidenceTree] => [
    key,
    key === anchorKey ? evidenceFor(search, anchor) : align(search, value, hintFor(key, beside)),
  ])
  return entries.some(([, evidence]) => evidence !== null) ? Object.fromEntries(entries) : null
}

function hintFor(key: string, near: Near): Hint {
  return {
    type: 'json',
    near: { ...near, words: new Set([...near.words, ...wordsOf(keyToWords(key))]) },
  }
}

function anchorOf(record: { readonly [key: string]: Json }): string | undefined {
  const texts = Object.entries(record)
    .map(([key, value]) => (typeof value === 'string' ? { key, length: value.length } : undefined))
    .filter((value) => value !== undefined)
  return texts.toSorted((a, b) => b.length - a.length)[0]?.key
}

type Best = { readonly occurrence: Occurrence; readonly support: Support }

function bestOf({ haystack, taken }: Search, value: Json, { type, near }: Hint): Best | undefined {
  const isTaken = (place: Place) => taken.size > 0 && taken.has(nameOf(place))
  const occurrences = occurrencesOf(haystack, value, type, near)
  let best: Occurrence | undefined
  let bestScore = Number.NEGATIVE_INFINITY
  for (const occurrence of occurrences) {
    const score =
      nearnessOf(haystack, occurrence, near) +
      (occurrence[0].match === 'exact' ? 0.1 : 0) -
      (isTaken(occurrence[0]) ? 1.5 : 0)
    if (score <= bestScore) continue
    best = occurrence
    bestScore = score
  }
  if (!best) return undefined
  // The other values of a record support the position of this value, but not the value.
  const nearness = nearnessOf(haystack, best, { words: near.words })
  return { occurrence: best, support: { nearness, places: occurrences.length } }
}

function evidenceFor({ haystack, taken }: Search, best: Best | undefined): EvidenceTree {
  if (!best) return null
  const { occurrence, support } = best
  taken.add(nameOf(occurrence[0]))
  const evidence = occurrence.map((place) => evidenceOf(haystack.document, place, place.match))
  keepSupport(evidence, support)
  return evidence
}

function nameOf(place: Place): string {
  return `${place.page}:${place.words.join()}`
}

function occurrencesOf(
  haystack: Haystack,
  value: Json,
  type: FieldType,
  near: Near,
): readonly Occurrence[] {
  if (typeof value === 'boolean') return findBoolean(haystack, value, near.words)
  if (typeof value === 'number') return findNumber(haystack, value)
  if (typeof value !== 'string') return []
  if (type === 'date' || /^\d{4}-\d{2}-\d{2}(T.*)?$/.test(value)) return dateOrText(haystack, value)
  const asText = findText(haystack, value)
  if (asText.length > 0) return textOrVatId(haystack, value, asText, near)
  const number = parseExactNumber(value, haystack.decimalMark)
  if (number !== undefined) return findNumber(haystack, number)
  const parts = findParts(haystack, value)
  return parts.length > 0 ? parts : findDerived(haystack, value, near.words)
}

/** A two-letter country code is also part of VAT ids, and can then be derived from them. */
function textOrVatId(
  haystack: Haystack,
  value: string,
  asText: readonly Occurrence[],
  near: Near,
): readonly Occurrence[] {
  if (!isCountryCode(value)) return asText
  const isAlone = ([{ page, words }]: Occurrence) =>
    words.some((word) => {
      const text = haystack.document.pages[page]?.words[word]?.text ?? ''
      return text.replace(/[^\p{L}\p{N}]/gu, '') === value
    })
  if (asText.some(isAlone)) return asText
  const derived = findDerived(haystack, value, near.words)
  return derived.length > 0 ? derived : asText
}

function dateOrText(haystack: Haystack, value: string): readonly Occurrence[] {
  const dates = findDate(haystack, value)
  return dates.length > 0 ? dates : findText(haystack, value)
}

/** Finds a text that is composed of pieces of the document: every piece must be found. */
function findParts(haystack: Haystack, value: string): readonly Occurrence[] {
  const pieces = value
    .split(/[\n,;]+/)
    .map((piece) => piece.trim())
    .filter(Boolean)
  if (pieces.length < 2) return []
  const places: Place[] = []
  for (const piece of pieces) {
    const [found] = piece.length > 2 ? findText(haystack, piece, 1) : []
    if (!found) return []
    for (const place of found) places.push({ ...place, match: 'normalised' })
  }
  const [first, ...rest] = places
  return first ? [[first, ...rest]] : []
}
