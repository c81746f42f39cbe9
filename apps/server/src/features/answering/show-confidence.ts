import type { Confidence, ConfidenceTree, SureWordsTree } from '@recto/provider-spec/answer'

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
