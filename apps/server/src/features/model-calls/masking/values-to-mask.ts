import type { EvidenceTree, Json } from '@recto/provider-spec/answer'

/** Shorter ones would mask half of a document. */
const leastLetters = 3

/** How a value may stand in a document: as it was answered, and as it is printed where it was found. */
export function valuesToMask(value: Json, evidence: EvidenceTree): readonly string[] {
  const written = [...leavesOf(value), ...quotesIn(evidence)]
  const telling = written.filter(
    (text) => (text.match(/[\p{L}\p{N}]/gu) ?? []).length >= leastLetters,
  )
  return [...new Set(telling)]
}

function leavesOf(value: Json): readonly string[] {
  if (typeof value === 'string') return [value]
  if (typeof value === 'number') return [String(value)]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap((part: Json) => leavesOf(part))
}

function quotesIn(evidence: EvidenceTree): readonly string[] {
  if (typeof evidence !== 'object' || evidence === null) return []
  if ('quote' in evidence && typeof evidence.quote === 'string') return [evidence.quote]
  return Object.values(evidence).flatMap((part) => quotesIn(part as EvidenceTree))
}
