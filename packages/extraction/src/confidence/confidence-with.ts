import type { Confidence, ConfidenceTree } from '@recto/provider-spec/answer'
import type { Agreement } from './agreement-of.ts'
import { surenessWith } from './sureness.ts'

/**
 * A confidence after somebody else has read the same: `agreement` is 0 to 1, the score of a challenge, or
 * for each part of a value how many other profiles say the same. One half leaves it as it is.
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
  if (isList(parts)) return parts.map((part, at) => partsWith(partOf(agreement, `${at}`), part))
  const entries = Object.entries(parts)
  return Object.fromEntries(
    entries.map(([key, part]) => [key, partsWith(partOf(agreement, key), part)]),
  )
}

const isList = (tree: ConfidenceTree | Agreement): tree is readonly never[] => Array.isArray(tree)

/** One number is of all parts. */
function partOf(agreement: Agreement, key: string): Agreement {
  if (agreement === null || typeof agreement === 'number') return agreement
  return (agreement as { readonly [key: string]: Agreement })[key] ?? null
}

/** Of all scalars in it; nothing where there is none. */
function meanOf(agreement: Agreement): number | undefined {
  const all = [...numbersIn(agreement)]
  return all.length === 0 ? undefined : all.reduce((sum, one) => sum + one, 0) / all.length
}

function* numbersIn(agreement: Agreement): Iterable<number> {
  if (typeof agreement === 'number') yield agreement
  else if (agreement !== null) for (const part of Object.values(agreement)) yield* numbersIn(part)
}
