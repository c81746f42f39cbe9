import type { DocumentText } from '@recto/document-text/model'
import {
  type AnyNumber,
  isAnyNumber,
  isContainer,
  isSameNumber,
} from '@recto/exact-json/exact-number'
import type { EvidenceTree, FieldType, Json } from '@recto/provider-spec/answer'
import { isCountryCode } from '../values/country-codes.ts'
import { keyToWords, wordsOf } from '../values/fold.ts'
import { parseExactNumber } from '../values/parse-number.ts'
import { findBoolean } from './find-boolean.ts'
import { findDerived } from './find-derived.ts'
import { findDate, findNumber } from './find-scalars.ts'
import { findText } from './find-text.ts'
import { hasCloserCandidate } from './has-closer-candidate.ts'
import { getHaystack, type Haystack, type Occurrence, type ValuePosition } from './haystack.ts'
import { type PositionHints, scoreNearness } from './nearness.ts'
import { toEvidence } from './passage.ts'
import { type Support, setSupport } from './support.ts'

type AlignValueOptions = {
  /**
   * Key and prompt of the question: among several occurrences, the one next to its label is chosen.
   */
  readonly questionText?: string
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
  options: AlignValueOptions = {},
): EvidenceTree {
  const search: AlignSearch = { haystack: getHaystack(document), assignedPositions: new Set() }
  const words = new Set(wordsOf(options.questionText ?? ''))
  const hints: SearchHints = { type, positionHints: { words } }
  if (value === null || !isScalar(value)) return align(search, value, hints)
  const best = findBestOccurrence(search, value, hints)
  const isOutranked = best !== undefined && isValueOutranked(search.haystack, value, best, hints)
  return assignEvidence(search, best && { ...best, support: { ...best.support, isOutranked } })
}

function isValueOutranked(
  haystack: Haystack,
  value: Scalar,
  { occurrence, support: { nearness } }: BestOccurrence,
  { type, positionHints }: SearchHints,
): boolean {
  const occurrenceWithNearness = { occurrence, nearness }
  if (isAnyNumber(value)) {
    const candidates = haystack.numbers()
    return hasCloserCandidate(
      haystack,
      {
        ...occurrenceWithNearness,
        candidates,
        isSame: ({ match }) => isSameNumber(match.number, value),
      },
      positionHints,
    )
  }
  if (type !== 'date') return false
  const day = String(value).slice(0, 10)
  const candidates = haystack.dates()
  return hasCloserCandidate(
    haystack,
    { ...occurrenceWithNearness, candidates, isSame: ({ match }) => match.iso === day },
    positionHints,
  )
}

/**
 * `assignedPositions` contains the positions already used, so that equal values of several records get
 * different ones.
 */
type AlignSearch = { readonly haystack: Haystack; readonly assignedPositions: Set<string> }
type SearchHints = { readonly type: FieldType; readonly positionHints: PositionHints }

function align(search: AlignSearch, value: Json, hints: SearchHints): EvidenceTree {
  if (value === null) return null
  if (isScalar(value)) return assignEvidence(search, findBestOccurrence(search, value, hints))
  if (isList(value)) return toNullIfEmpty(value.map((item) => align(search, item, hints)))
  return alignRecord(search, value, hints)
}

type Scalar = string | boolean | AnyNumber

const isScalar = (value: Exclude<Json, null>): value is Scalar => !isContainer(value)

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value)
}

function toNullIfEmpty(list: readonly EvidenceTree[]): EvidenceTree {
  return list.some((evidence) => evidence !== null) ? list : null
}

/** Finds the longest text of a record first, because the other values are then searched near it. */
function alignRecord(
  search: AlignSearch,
  record: { readonly [key: string]: Json },
  { positionHints }: SearchHints,
): EvidenceTree {
  const anchorKey = findAnchorKey(record)
  const anchor =
    anchorKey === undefined
      ? undefined
      : findBestOccurrence(
          search,
          record[anchorKey] ?? null,
          addKeyToHints(anchorKey, positionHints),
        )
  const hintsBesideAnchor: PositionHints = anchor
    ? { ...positionHints, record: anchor.occurrence[0] }
    : positionHints
  const entries = Object.entries(record).map(([key, value]): [string, EvidenceTree] => [
    key,
    key === anchorKey
      ? assignEvidence(search, anchor)
      : align(search, value, addKeyToHints(key, hintsBesideAnchor)),
  ])
  return entries.some(([, evidence]) => evidence !== null) ? Object.fromEntries(entries) : null
}

function addKeyToHints(key: string, positionHints: PositionHints): SearchHints {
  return {
    type: 'json',
    positionHints: {
      ...positionHints,
      words: new Set([...positionHints.words, ...wordsOf(keyToWords(key))]),
    },
  }
}

function findAnchorKey(record: { readonly [key: string]: Json }): string | undefined {
  const texts = Object.entries(record)
    .map(([key, value]) => (typeof value === 'string' ? { key, length: value.length } : undefined))
    .filter((value) => value !== undefined)
  return texts.toSorted((a, b) => b.length - a.length)[0]?.key
}

type BestOccurrence = { readonly occurrence: Occurrence; readonly support: Support }

function findBestOccurrence(
  { haystack, assignedPositions }: AlignSearch,
  value: Json,
  { type, positionHints }: SearchHints,
): BestOccurrence | undefined {
  const isAssigned = (position: ValuePosition) =>
    assignedPositions.size > 0 && assignedPositions.has(toPositionKey(position))
  const occurrences = findOccurrences(haystack, value, type, positionHints)
  let bestOccurrence: Occurrence | undefined
  let bestScore = Number.NEGATIVE_INFINITY
  for (const occurrence of occurrences) {
    const score =
      scoreNearness(haystack, occurrence, positionHints) +
      (occurrence[0].match === 'exact' ? 0.1 : 0) -
      (isAssigned(occurrence[0]) ? 1.5 : 0)
    if (score <= bestScore) continue
    bestOccurrence = occurrence
    bestScore = score
  }
  if (!bestOccurrence) return undefined
  // The other values of a record support the position of this value, but not the value.
  const nearness = scoreNearness(haystack, bestOccurrence, { words: positionHints.words })
  return { occurrence: bestOccurrence, support: { nearness, positionCount: occurrences.length } }
}

function assignEvidence(
  { haystack, assignedPositions }: AlignSearch,
  best: BestOccurrence | undefined,
): EvidenceTree {
  if (!best) return null
  const { occurrence, support } = best
  assignedPositions.add(toPositionKey(occurrence[0]))
  const evidence = occurrence.map((position) =>
    toEvidence(haystack.document, position, position.match),
  )
  setSupport(evidence, support)
  return evidence
}

function toPositionKey(position: ValuePosition): string {
  return `${position.page}:${position.words.join()}`
}

function findOccurrences(
  haystack: Haystack,
  value: Json,
  type: FieldType,
  positionHints: PositionHints,
): readonly Occurrence[] {
  if (typeof value === 'boolean') return findBoolean(haystack, value, positionHints.words)
  if (isAnyNumber(value)) return findNumber(haystack, value)
  if (typeof value !== 'string') return []
  if (type === 'date' || /^\d{4}-\d{2}-\d{2}(T.*)?$/.test(value))
    return findDateOrText(haystack, value)
  const textOccurrences = findText(haystack, value)
  if (textOccurrences.length > 0)
    return chooseTextOrVatId(haystack, value, textOccurrences, positionHints)
  const number = parseExactNumber(value, haystack.decimalMark)
  if (number !== undefined) return findNumber(haystack, number)
  const parts = findParts(haystack, value)
  return parts.length > 0 ? parts : findDerived(haystack, value, positionHints.words)
}

/** A two-letter country code is also part of VAT ids, and can then be derived from them. */
function chooseTextOrVatId(
  haystack: Haystack,
  value: string,
  textOccurrences: readonly Occurrence[],
  positionHints: PositionHints,
): readonly Occurrence[] {
  if (!isCountryCode(value)) return textOccurrences
  const isWholeWord = ([{ page, words }]: Occurrence) =>
    words.some((word) => {
      const text = haystack.document.pages[page]?.words[word]?.text ?? ''
      return text.replace(/[^\p{L}\p{N}]/gu, '') === value
    })
  if (textOccurrences.some(isWholeWord)) return textOccurrences
  const derivedOccurrences = findDerived(haystack, value, positionHints.words)
  return derivedOccurrences.length > 0 ? derivedOccurrences : textOccurrences
}

function findDateOrText(haystack: Haystack, value: string): readonly Occurrence[] {
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
  const positions: ValuePosition[] = []
  for (const piece of pieces) {
    const [occurrence] = piece.length > 2 ? findText(haystack, piece, 1) : []
    if (!occurrence) return []
    for (const position of occurrence) positions.push({ ...position, match: 'normalised' })
  }
  const [first, ...rest] = positions
  return first ? [[first, ...rest]] : []
}
