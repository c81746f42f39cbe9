import { parseExactJson } from '@recto/exact-json/parse-json'
import { computeAgreement } from '@recto/extraction/compute-agreement'
import { updateConfidence } from '@recto/extraction/update-confidence'
import { omitUndefined } from '@recto/omit-undefined'
import type {
  Confidence,
  ConfidenceTree,
  Json,
  WordConfidenceTree,
} from '@recto/provider-spec/answer'

/** Named as in the contract: stored and shown unchanged. */
export type PresentedConfidence = {
  readonly confidence: number
  readonly word_confidence_data: ConfidenceTree
  /**
   * The words of the value line by line; stored with the highlights, which are made of the same
   * words.
   */
  readonly confidence_data?: WordConfidenceTree | { readonly [key: string]: WordConfidenceTree }
}

export function presentConfidence(
  confidence: Confidence | undefined,
  { isHighlighted }: { readonly isHighlighted: boolean },
): PresentedConfidence | undefined {
  if (!confidence) return undefined
  const { whole, parts, words } = confidence
  return {
    confidence: whole,
    word_confidence_data: parts,
    ...omitUndefined({ confidence_data: isHighlighted ? words : undefined }),
  }
}

type AnswerConfidence = { readonly key: string; readonly confidence?: Confidence | undefined }

/**
 * Presents the confidences of a single pass: each answer has its own number, and all share the
 * parts and words by key.
 */
export function presentSinglePassConfidences(
  answers: readonly AnswerConfidence[],
  { isHighlighted }: { readonly isHighlighted: boolean },
): readonly (PresentedConfidence | undefined)[] {
  const collectByKey = <T>(part: (confidence: Confidence) => T) =>
    Object.fromEntries(
      answers
        .map(({ key, confidence }) => (confidence ? ([key, part(confidence)] as const) : undefined))
        .filter((value) => value !== undefined),
    )
  const words = isHighlighted && { confidence_data: collectByKey((confidence) => confidence.words) }
  const parts = collectByKey((one) => one.parts)
  return answers.map(
    ({ confidence }) =>
      confidence && { confidence: confidence.whole, word_confidence_data: parts, ...words },
  )
}

type ComparedReading = {
  /** The stored value. */
  readonly output: string | null
  readonly type: string
  /** The values of other profiles for the same prompt. */
  readonly otherOutputs: readonly (string | null)[]
  /** Whether it comes from a single pass, whose parts cover all its values. */
  readonly isSinglePass: boolean
}

/** Adjusts a stored confidence to whether other profiles agree on the value. */
export function adjustForAgreement(
  presentedConfidence: PresentedConfidence,
  { output, type, otherOutputs, isSinglePass }: ComparedReading,
): PresentedConfidence {
  if (otherOutputs.length === 0) return presentedConfidence
  const parseOutput = (text: string | null): Json =>
    type === 'json' ? parseStoredJson(text) : text
  const agreement = computeAgreement(parseOutput(output), otherOutputs.map(parseOutput))
  const { confidence, word_confidence_data: parts } = presentedConfidence
  const adjustedConfidence = updateConfidence(agreement, { whole: confidence, parts, words: null })
  if (isSinglePass) return { ...presentedConfidence, confidence: adjustedConfidence.whole }
  return {
    ...presentedConfidence,
    confidence: adjustedConfidence.whole,
    word_confidence_data: adjustedConfidence.parts,
  }
}

/** Values of type `json` are stored as JSON. */
function parseStoredJson(text: string | null): Json {
  try {
    return text === null ? null : (parseExactJson(text) as Json)
  } catch {
    // Earlier versions could store a value that is not JSON.
    return text
  }
}
