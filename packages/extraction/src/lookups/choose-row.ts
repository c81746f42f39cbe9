import { computeNameSimilarity } from './name-similarity.ts'
import type { KeyType } from './normalize.ts'

/** The values of a document that are compared, normalized; empty where the document has none. */
export type ComparedValues = {
  readonly name: string
  /** It says which of several rows of the same name is listed first, and is not weighed. */
  readonly legalForm?: string
  readonly postcode: string
  readonly city: string
  /** Exact keys by the columns that they are compared with. */
  readonly keys: readonly ComparedKey[]
}

export type ComparedKey = {
  readonly column: number
  readonly type: KeyType
  readonly value: string
}

/** A row that may be meant, with its values as they are compared. */
export type CandidateRow = {
  readonly rowKey: string
  readonly name: string
  readonly legalForm?: string
  readonly postcode: string
  readonly city: string
  /** Exact keys by column. */
  readonly keys: ReadonlyMap<number, string>
}

export type ScoredRow = {
  readonly rowKey: string
  /** The probability that this row is meant, from 0 to 1. */
  readonly score: number
  /** The type of an exact key that agrees, or `similarity`. */
  readonly by: KeyType | 'similarity'
  /** The values that agreed and those that did not, such as “VAT ID equal, name 0.93”. */
  readonly reason: string
}

type RowChoice = {
  readonly status: 'matched' | 'ambiguous' | 'not_found'
  /** The row that is meant; absent unless the status is `matched`. */
  readonly row?: ScoredRow
  /** The likeliest rows, if none is chosen. */
  readonly candidates: readonly ScoredRow[]
}

/** Weights are natural logarithms of odds: how much likelier a row is the right one if the values compare so. */
const keyWeights: Readonly<
  Record<KeyType, { readonly equal: number; readonly different: number }>
> = {
  vat_id: { equal: 9, different: -3.5 },
  // A supplier has several accounts and changes them, so another one says little.
  iban: { equal: 9, different: -1.5 },
  gtin: { equal: 11, different: -6 },
  id: { equal: 10, different: -5 },
}
const postcodeWeights = { equal: 5, different: -2.8 }
const cityWeights = { equal: 2, different: -2.4 }
/** Weights of the similarity of names; between two points they are interpolated. */
const nameWeights: readonly (readonly [similarity: number, weight: number])[] = [
  [0, -10],
  [0.3, -8],
  [0.5, -3.5],
  [0.65, 0],
  [0.8, 4],
  [0.9, 6],
  [1, 8],
]
/** The weight of “no row of the table is meant”. */
const noRowWeight = 4.5

/** A row is chosen from this score on. */
const minScore = 0.9
/** The values mean one of several rows if the scores of all rows add up to this. */
const minSharedScore = 0.5
const maxCandidates = 3

/**
 * Chooses the row that the values mean, or none. A wrong row is worse than none, so a row whose name only resembles the
 * value is not chosen if `isCut` says that not all rows of its kind are among those to choose from.
 */
export function chooseRow(
  values: ComparedValues,
  rows: readonly CandidateRow[],
  isCut = false,
): RowChoice {
  const comparisons = rows.map((row) => compareRow(values, row))
  const odds = comparisons.map(({ weight }) => Math.exp(weight))
  const total = odds.reduce((sum, one) => sum + one, Math.exp(noRowWeight))
  const sameForms = new Set(
    rows.filter(({ legalForm }) => legalForm === values.legalForm).map(({ rowKey }) => rowKey),
  )
  const rankOf = ({ rowKey }: ScoredRow) => Number(sameForms.has(rowKey))
  const scoredRows = comparisons
    .map(
      (comparison, index): ScoredRow => ({
        rowKey: comparison.rowKey,
        score: roundScore((odds[index] ?? 0) / total),
        by: comparison.by,
        reason: comparison.reason,
      }),
    )
    .sort((a, b) => b.score - a.score || rankOf(b) - rankOf(a) || (a.rowKey < b.rowKey ? -1 : 1))
  const [best] = scoredRows
  const isNameEqual = rows.some(
    ({ rowKey, name }) => rowKey === best?.rowKey && name === values.name,
  )
  const isOpen = isCut && best?.by === 'similarity' && !isNameEqual
  if (best && best.score >= minScore && !isOpen) {
    return { status: 'matched', row: best, candidates: [] }
  }
  const sharedScore = scoredRows.reduce((sum, { score }) => sum + score, 0)
  return {
    status: sharedScore >= minSharedScore ? 'ambiguous' : 'not_found',
    candidates: scoredRows.slice(0, maxCandidates),
  }
}

const roundScore = (score: number): number => Math.round(score * 10_000) / 10_000

type Comparison = Pick<ScoredRow, 'rowKey' | 'by' | 'reason'> & { readonly weight: number }

const keyNames: Readonly<Record<KeyType, string>> = {
  vat_id: 'VAT ID',
  iban: 'IBAN',
  gtin: 'GTIN',
  id: 'number',
}

function compareRow(values: ComparedValues, row: CandidateRow): Comparison {
  const keys = values.keys
    .map((key) => compareKey(key, row.keys.get(key.column) ?? ''))
    .filter((result) => result !== undefined)
  const results = [...keys, compareName(values.name, row.name), ...comparePlaces(values, row)]
  const presentResults = results.filter((result) => result !== undefined)
  return {
    rowKey: row.rowKey,
    by: keys.find(({ isEqual }) => isEqual)?.type ?? 'similarity',
    reason: presentResults.map(({ reason }) => reason).join(', '),
    weight: presentResults.reduce((sum, { weight }) => sum + weight, 0),
  }
}

/** The outcome of comparing one value; there is none where a value is missing. */
type ComparedValue = { readonly weight: number; readonly reason: string }

type ComparedKeyValue = ComparedValue & { readonly isEqual: boolean; readonly type: KeyType }

function compareKey({ type, value }: ComparedKey, rowValue: string): ComparedKeyValue | undefined {
  if (value === '' || rowValue === '') return undefined
  const isEqual = value === rowValue
  const outcome = isEqual ? 'equal' : 'different'
  return {
    weight: keyWeights[type][outcome],
    reason: `${keyNames[type]} ${outcome}`,
    isEqual,
    type,
  }
}

function compareName(name: string, rowName: string): ComparedValue | undefined {
  if (name === '' || rowName === '') return undefined
  const similarity = computeNameSimilarity(name, rowName)
  const reason = similarity === 1 ? 'name equal' : `name ${similarity.toFixed(2)}`
  return { weight: weighSimilarity(similarity), reason }
}

const placeWeights = { postcode: postcodeWeights, city: cityWeights } as const

const comparePlaces = (values: ComparedValues, row: CandidateRow) =>
  (['postcode', 'city'] as const).map((field): ComparedValue | undefined => {
    if (values[field] === '' || row[field] === '') return undefined
    const outcome = isSamePlace(values[field], row[field]) ? 'equal' : 'different'
    return { weight: placeWeights[field][outcome], reason: `${field} ${outcome}` }
  })

/** Names of cities from this similarity on are the same with a typing error. */
const minPlaceSimilarity = 0.85

const isSamePlace = (a: string, b: string): boolean =>
  a === b || (/\D{4}/.test(a) && computeNameSimilarity(a, b) >= minPlaceSimilarity)

function weighSimilarity(similarity: number): number {
  const next = nameWeights.findIndex(([point]) => point >= similarity)
  const [highPoint, highWeight] = nameWeights[next] ?? [1, 0]
  const [lowPoint, lowWeight] = nameWeights[next - 1] ?? [highPoint, highWeight]
  if (highPoint === lowPoint) return highWeight
  const share = (similarity - lowPoint) / (highPoint - lowPoint)
  return lowWeight + share * (highWeight - lowWeight)
}
