import { isAnyNumber, isContainer } from '@recto/exact-json/exact-number'
import type { EvidenceTree, Json } from '@recto/provider-spec/answer'

/** Minimum length of a masked value; shorter ones would mask half of a document. */
const minLetters = 3

/** The spellings of a value in a document: the answer itself and the quotes of its evidence. */
export function valuesToMask(value: Json, evidence: EvidenceTree): readonly string[] {
  const texts = [...collectLeaves(value), ...collectQuotes(evidence)]
  const longEnoughTexts = texts.filter(
    (text) => (text.match(/[\p{L}\p{N}]/gu) ?? []).length >= minLetters,
  )
  return [...new Set(longEnoughTexts)]
}

function collectLeaves(value: Json): readonly string[] {
  if (typeof value === 'string') return [value]
  if (isAnyNumber(value)) return [String(value)]
  if (!isContainer(value)) return []
  return Object.values(value).flatMap((part: Json) => collectLeaves(part))
}

function collectQuotes(evidence: EvidenceTree): readonly string[] {
  if (typeof evidence !== 'object' || evidence === null) return []
  if ('quote' in evidence && typeof evidence.quote === 'string') return [evidence.quote]
  return Object.values(evidence).flatMap((part) => collectQuotes(part as EvidenceTree))
}
