import type { Confidence, ConfidenceTree } from '@recto/provider-spec/answer'
import { surenessWith } from './sureness.ts'

/**
 * A confidence after somebody else has read the same: `agreement` is 0 to 1, the score of a challenge or
 * whether another profile has the same value. One half leaves it as it is.
 */
export function confidenceWith(agreement: number, { whole, parts, words }: Confidence): Confidence {
  return { whole: surenessWith(agreement, whole), parts: partsWith(agreement, parts), words }
}

function partsWith(agreement: number, parts: ConfidenceTree): ConfidenceTree {
  if (parts === null) return null
  if (typeof parts === 'number') return surenessWith(agreement, parts)
  if (isList(parts)) return parts.map((part) => partsWith(agreement, part))
  const entries = Object.entries(parts)
  return Object.fromEntries(entries.map(([key, part]) => [key, partsWith(agreement, part)]))
}

function isList(parts: ConfidenceTree): parts is readonly ConfidenceTree[] {
  return Array.isArray(parts)
}
