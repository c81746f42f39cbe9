import { isContainer } from '@recto/exact-json/exact-number'
import type {
  Confidence,
  ConfidenceTree,
  Evidence,
  EvidenceTree,
  Json,
  WordConfidences,
  WordConfidenceTree,
} from '@recto/provider-spec/answer'
import { getEvidenceWords } from '../align/passage.ts'
import type { ScoredScalar } from './signals.ts'

/** Returns the confidence of one scalar with its evidence. */
export type ScoreConfidence = (value: ScoredScalar, evidence: readonly Evidence[]) => number

type ValueWithEvidence = { readonly value: Json; readonly evidence: EvidenceTree }

/**
 * Computes the confidence of a value and each of its parts; `undefined` when no word supports any
 * part.
 */
export function computeConfidence(
  { value, evidence }: ValueWithEvidence,
  score: ScoreConfidence,
): Confidence | undefined {
  const sum: ConfidenceSum = { total: 0, count: 0 }
  const parts = computeParts({ value, evidence }, score, sum)
  if (parts === null || sum.count === 0) return undefined
  const whole = Math.round((10_000 * sum.total) / sum.count) / 10_000
  return { whole, parts, words: computeWordConfidences({ value, evidence }, parts) }
}

type ConfidenceSum = { total: number; count: number }

function computeParts(
  { value, evidence }: ValueWithEvidence,
  score: ScoreConfidence,
  sum: ConfidenceSum,
): ConfidenceTree {
  if (value === null) return null
  if (isScalar(value)) {
    const positions = evidence as readonly Evidence[] | null
    const confidence = positions === null || positions.length === 0 ? null : score(value, positions)
    sum.total += confidence ?? 0
    sum.count += 1
    return confidence
  }
  return mapParts(value, (part, key) =>
    computeParts({ value: part, evidence: getPart(evidence, key) }, score, sum),
  )
}

function computeWordConfidences(
  { value, evidence }: ValueWithEvidence,
  parts: ConfidenceTree,
): WordConfidenceTree {
  if (value === null || evidence === null || parts === null) return null
  if (isScalar(value)) return toWordConfidences(evidence as readonly Evidence[], Number(parts))
  return mapParts(value, (part, key) =>
    computeWordConfidences({ value: part, evidence: getPart(evidence, key) }, getPart(parts, key)),
  )
}

/** The confidence of a word is at most that of the value, and at most that of its OCR. */
function toWordConfidences(
  evidence: readonly Evidence[],
  valueConfidence: number,
): readonly WordConfidences[] {
  return evidence.flatMap((position) =>
    getEvidenceWords(position).map((line) =>
      line.map(({ text, confidence }) => ({
        confidence: Math.min(valueConfidence, confidence).toFixed(2),
        text,
      })),
    ),
  )
}

function isScalar(value: Json): value is ScoredScalar {
  return value !== null && !isContainer(value)
}

/** Maps the parts of a value; `null` when all results are. */
function mapParts<Part>(
  value: Exclude<Json, ScoredScalar | null>,
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
function getPart<Tree extends EvidenceTree | ConfidenceTree>(tree: Tree, key: string) {
  if (tree === null || typeof tree !== 'object' || !Object.hasOwn(tree, key)) return null
  return (tree as unknown as Readonly<Record<string, Tree>>)[key] ?? null
}
