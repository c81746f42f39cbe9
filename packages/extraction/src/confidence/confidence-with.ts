import type { Confidence, ConfidenceTree } from '@recto/provider-spec/answer'
import type { Agreement } from './agreement-of.ts'
import { surenessWith } from './sureness.ts'

/**
 * Updates a confidence after another reading of the same value. `agreement` is 0 to 1: the score of
 * a challenge, or for each part of a value the share of other profiles with the same one. One half
 * changes nothing.
 */
export function confidenceWith(
  agreement: Agreement,
  { whole, parts, words }: Confidence,
): Confidence {
  const mean = meanOf(agreement)
  return {
    whole: mean === undefined ? whole : surenessWith(mean, whole),
    parts: partsWith(agreement, parts),
    words,
  }
}

function partsWith(agreement: Agreement, parts: ConfidenceTree): ConfidenceTree {
  if (parts === null || agreement === null) return parts
  if (typeof parts === 'number') return surenessWith(meanOf(agreement) ?? 0.5, parts)
  if (isList(parts))
    return parts.map((part, index) => partsWith(partOf(agreement, `${index}`), part))
  const entries = Object.entries(parts)
  return Object.fromEntries(
    entries.map(([key, part]) => [key, partsWith(partOf(agreement, key), part)]),
  )
}

const isList = (tree: ConfidenceTree | Agreement): tree is readonly never[] => Array.isArray(tree)

/** A single number applies to all parts. */
function partOf(agreement: Agreement, key: string): Agreement {
  if (agreement === null || typeof agreement === 'number') return agreement
  return (agreement as { readonly [key: string]: Agreement })[key] ?? null
}

/** Returns the mean of all scalars; `undefined` when there are none. */
function meanOf(agreement: Agreement): number | undefined {
  const all = [...numbersIn(agreement)]
  return all.length === 0 ? undefined : all.reduce((sum, one) => sum + one, 0) / all.length
}

function* numbersIn(agreement: Agreement): Iterable<number> {
  if (typeof agreement === 'number') yield agreement
  else if (agreement !== null) for (const part of Object.values(agreement)) yield* numbersIn(part)
}
