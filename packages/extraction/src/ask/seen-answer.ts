import type { DocumentText } from '@recto/document-text/model'
import { isContainer } from '@recto/exact-json/exact-number'
import type { Answer, Evidence, EvidenceTree, Json } from '@recto/provider-spec/answer'
import { parseBoolean } from '../values/parse-boolean.ts'
import type { ShownPages } from './assemble-prompt.ts'

type SeenAnswer = Pick<Answer, 'value' | 'evidence' | 'confidence' | 'explanation'>

const documentsByPages = new WeakMap<DocumentText, Map<string, DocumentText>>()
/** Questions about one document seldom see different pages. */
const maxCachedDocuments = 4

/**
 * Removes the words of pages that the model has not seen, if it got no text: a value that also stands there was not read there.
 * Pages keep their positions.
 */
export function keepShownPages(
  document: DocumentText,
  { numbers, isTextLeftOut }: ShownPages,
): DocumentText {
  if (!isTextLeftOut || !numbers || numbers.length >= document.pages.length) return document
  const cache = documentsByPages.get(document) ?? new Map<string, DocumentText>()
  documentsByPages.set(document, cache)
  const key = numbers.join()
  const cachedDocument = cache.get(key)
  if (cachedDocument) return cachedDocument
  const pages = document.pages.map((page) =>
    numbers.includes(page.number + 1) ? page : { ...page, words: [] },
  )
  const shownDocument = { ...document, pages }
  if (cache.size < maxCachedDocuments) cache.set(key, shownDocument)
  return shownDocument
}

/** Says of a value without any evidence that it was seen. Like all such values, it has no confidence. */
export function explainSeen(answer: SeenAnswer): SeenAnswer {
  const { value, evidence } = answer
  if (evidence !== null || !hasScalar(value)) return answer
  return { value, evidence, explanation: { found: [{ kind: 'seen' }] } }
}

function hasScalar(value: Json): boolean {
  if (value === null) return false
  return isContainer(value) ? Object.values(value).some(hasScalar) : true
}

/**
 * Keeps the evidence of values that the words of the pages say. A yes or no that only follows from what a line is about is none:
 * the model may have seen the answer, such as a signature above the word “Signature”.
 */
export function keepReadEvidence(value: Json, evidence: EvidenceTree): EvidenceTree {
  if (evidence === null || value === null) return null
  if (typeof value === 'boolean')
    return (evidence as readonly Evidence[]).some(({ quote }) => parseBoolean(quote) === value)
      ? evidence
      : null
  if (!isContainer(value)) return evidence
  const parts = Object.entries(value).map(([key, part]): [string, EvidenceTree] => {
    const partEvidence = (evidence as Readonly<Record<string, EvidenceTree>>)[key] ?? null
    return [key, keepReadEvidence(part as Json, partEvidence)]
  })
  if (parts.every(([, part]) => part === null)) return null
  return Array.isArray(value) ? parts.map(([, part]) => part) : Object.fromEntries(parts)
}
