import type {
  Confidence,
  ConfidenceTree,
  Evidence,
  EvidenceTree,
  Json,
  SureWords,
  SureWordsTree,
} from '@recto/provider-spec/answer'
import { wordsUnder } from '../align/passage.ts'
import type { JudgedScalar } from './signs.ts'

/** Returns the confidence of one scalar with its evidence. */
export type Judge = (value: JudgedScalar, evidence: readonly Evidence[]) => number

type Judged = { readonly value: Json; readonly evidence: EvidenceTree }

/**
 * Computes the confidence of a value and each of its parts; `undefined` when no word supports any
 * part.
 */
export function confidenceOf({ value, evidence }: Judged, judge: Judge): Confidence | undefined {
  const sum: Sum = { total: 0, count: 0 }
  const parts = partsOf({ value, evidence }, judge, sum)
  if (parts === null || sum.count === 0) return undefined
  const whole = Math.round((10_000 * sum.total) / sum.count) / 10_000
  return { whole, parts, words: wordsOf({ value, evidence }, parts) }
}

type Sum = { total: number; count: number }

function partsOf({ value, evidence }: Judged, judge: Judge, sum: Sum): ConfidenceTree {
  if (value === null) return null
  if (isScalar(value)) {
    const places = evidence as readonly Evidence[] | null
    const sureness = places === null || places.length === 0 ? null : judge(value, places)
    sum.total += sureness ?? 0
    sum.count += 1
    return sureness
  }
  return mapParts(value, (part, key) =>
    partsOf({ value: part, evidence: partAt(evidence, key) }, judge, sum),
  )
}

function wordsOf({ value, evidence }: Judged, parts: ConfidenceTree): SureWordsTree {
  if (value === null || evidence === null || parts === null) return null
  if (isScalar(value)) return sureWords(evidence as readonly Evidence[], Number(parts))
  return mapParts(value, (part, key) =>
    wordsOf({ value: part, evidence: partAt(evidence, key) }, partAt(parts, key)),
  )
}

/** The confidence of a word is at most that of the value, and at most that of its OCR. */
function sureWords(evidence: readonly Evidence[], sureness: number): readonly SureWords[] {
  return evidence.flatMap((one) =>
    wordsUnder(one).map((line) =>
      line.map(({ text, confidence }) => ({
        confidence: Math.min(sureness, confidence).toFixed(2),
        text,
      })),
    ),
  )
}

function isScalar(value: Json): value is JudgedScalar {
  return value !== null && typeof value !== 'object'
}

/** Maps the parts of a value; `null` when all results are. */
function mapParts<Part>(
  value: Exclude<Json, JudgedScalar | null>,
  map: (part: Json, key: string) => Part,
): readonly Part[] | { readonly [key: string]: Part } | null {
  if (Array.isArray(value)) {
    const parts = value.map((part: Json, index) => map(part, String(index)))
    return parts.some((part) => part !== null) ? parts : null
  }
  const parts = Object.entries(value).map(([key, part]): [string, Part] => [key, map(part, key)])
  return parts.some(([, part]) => part !== null) ? Object.fromEntries(parts) : null
}

/**
 * Returns the part of a tree under a key of the value; `undefined` when the tree is not that deep.
 */
function partAt<Tree extends EvidenceTree | ConfidenceTree>(tree: Tree, key: string) {
  if (tree === null || typeof tree !== 'object' || !Object.hasOwn(tree, key)) return null
  return (tree as unknown as Readonly<Record<string, Tree>>)[key] ?? null
}
