import type { Confidence, ConfidenceTree } from '@recto/provider-spec/answer'
import type { Agreement } from './compute-agreement.ts'
import { updateConfidenceScore } from './confidence-score.ts'

/**
 * Updates a confidence after another reading of the same value. `agreement` is 0 to 1: the score of
 * a challenge, or for each part of a value the share of other profiles with the same one. One half
 * changes nothing.
 */
export function updateConfidence(
  agreement: Agreement,
  { whole, parts, words }: Confidence,
): Confidence {
  const mean = computeMean(agreement)
  return {
    whole: mean === undefined ? whole : updateConfidenceScore(mean, whole),
    parts: updateParts(agreement, parts),
    words,
  }
}

function updateParts(agreement: Agreement, parts: ConfidenceTree): ConfidenceTree {
  if (parts === null || agreement === null) return parts
  if (typeof parts === 'number') return updateConfidenceScore(computeMean(agreement) ?? 0.5, parts)
  if (isList(parts))
    return parts.map((part, index) => updateParts(getAgreementOfPart(agreement, `${index}`), part))
  const entries = Object.entries(parts)
  return Object.fromEntries(
    entries.map(([key, part]) => [key, updateParts(getAgreementOfPart(agreement, key), part)]),
  )
}

const isList = (tree: ConfidenceTree | Agreement): tree is readonly never[] => Array.isArray(tree)

/** A single number applies to all parts. */
function getAgreementOfPart(agreement: Agreement, key: string): Agreement {
  if (agreement === null || typeof agreement === 'number') return agreement
  return (agreement as { readonly [key: string]: Agreement })[key] ?? null
}

/** Returns the mean of all scalars; `undefined` when there are none. */
function computeMean(agreement: Agreement): number | undefined {
  const numbers = [...iterateNumbers(agreement)]
  return numbers.length === 0
    ? undefined
    : numbers.reduce((sum, number) => sum + number, 0) / numbers.length
}

function* iterateNumbers(agreement: Agreement): Iterable<number> {
  if (typeof agreement === 'number') yield agreement
  else if (agreement !== null)
    for (const part of Object.values(agreement)) yield* iterateNumbers(part)
}
