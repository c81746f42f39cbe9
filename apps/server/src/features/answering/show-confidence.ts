import { agreementOf } from '@recto/extraction/agreement-of'
import { confidenceWith } from '@recto/extraction/confidence-with'
import type { Confidence, ConfidenceTree, Json, SureWordsTree } from '@recto/provider-spec/answer'

/** Under the names of the contract: it is stored and shown as it is. */
export type ShownConfidence = {
  readonly confidence: number
  readonly word_confidence_data: ConfidenceTree
  /** The words under the value line by line, kept with the highlights, which are made of the same words. */
  readonly confidence_data?: SureWordsTree | { readonly [key: string]: SureWordsTree }
}

export function showConfidence(
  confidence: Confidence | undefined,
  { isHighlighted }: { readonly isHighlighted: boolean },
): ShownConfidence | undefined {
  if (!confidence) return undefined
  const { whole, parts, words } = confidence
  return {
    confidence: whole,
    word_confidence_data: parts,
    ...(isHighlighted && { confidence_data: words }),
  }
}

type Keyed = { readonly key: string; readonly confidence?: Confidence | undefined }

/** Of a single pass: each answer has its own number, and the parts and words of all of them by their keys. */
export function showConfidences(
  answers: readonly Keyed[],
  { isHighlighted }: { readonly isHighlighted: boolean },
): readonly (ShownConfidence | undefined)[] {
  const byKey = <T>(part: (confidence: Confidence) => T) =>
    Object.fromEntries(
      answers.flatMap(({ key, confidence }) => (confidence ? [[key, part(confidence)]] : [])),
    )
  const words = isHighlighted && { confidence_data: byKey((one) => one.words) }
  const parts = byKey((one) => one.parts)
  return answers.map(
    ({ confidence }) =>
      confidence && { confidence: confidence.whole, word_confidence_data: parts, ...words },
  )
}

type Compared = {
  /** As it is stored: a text, or null. */
  readonly output: string | null
  readonly type: string
  /** What other profiles read for the same. */
  readonly others: readonly (string | null)[]
  /** Whether it was one of a single pass, whose parts are those of all its values. */
  readonly isSinglePass: boolean
}

/** A stored confidence after other profiles' readings of the same value. */
export function agreedConfidence(
  shown: ShownConfidence,
  { output, type, others, isSinglePass }: Compared,
): ShownConfidence {
  if (others.length === 0) return shown
  const read = (text: string | null): Json => (type === 'json' ? jsonOf(text) : text)
  const agreement = agreementOf(read(output), others.map(read))
  const { confidence, word_confidence_data: parts } = shown
  const agreed = confidenceWith(agreement, { whole: confidence, parts, words: null })
  if (isSinglePass) return { ...shown, confidence: agreed.whole }
  return { ...shown, confidence: agreed.whole, word_confidence_data: agreed.parts }
}

/** Values of that type are stored as JSON. */
function jsonOf(text: string | null): Json {
  try {
    return text === null ? null : JSON.parse(text)
  } catch {
    // One of an earlier version, which did not see to it.
    return text
  }
}
