import type { EvidenceTreeReply } from '@recto/contract/prompt-studio/evidence'
import type { PromptOutput as WireOutput } from '@recto/contract/prompt-studio/prompt-outputs'
import { type EscalationView, escalationFromWire } from '../../shared/escalation/escalation.ts'
import {
  applyCalibration,
  type Calibration,
  calibrationFromWire,
  type NestedConfidence,
} from './calibration.ts'
import { challengeFromWire, type LoggedChallenge } from './challenge.ts'
import type { Project } from './project.ts'
import { isInPass } from './prompt.ts'

/** Usage of a run; null where unknown. */
type RunUsage = {
  readonly inputTokens: number | null
  readonly outputTokens: number | null
  readonly totalTokens: number | null
  readonly dollars: number | null
}

/** Output of one prompt under one profile on one document. A new run replaces it. */
export type PromptOutput = {
  readonly promptId: string
  readonly profileId: string
  readonly documentId: string
  readonly isSinglePass: boolean
  /**
   * Always a text: JSON types as JSON, booleans as `True` and `False`; null if nothing was found.
   */
  readonly value: string | null
  /** Locations in the document where the value was read. */
  readonly evidence: EvidenceTreeReply
  /**
   * Explains in one sentence how the value was found, or why there is none; null if there is no
   * explanation.
   */
  readonly explanation: string | null
  /** Confidence of each part of the value, 0 to 1; has the same shape as the value. */
  readonly confidenceTree: NestedConfidence
  /**
   * Calibration of the confidence of the whole value; undefined if there are too few expected
   * values.
   */
  readonly calibration: Calibration | undefined
  /** Confidence of the whole value, 0 to 1; null if unknown. */
  readonly confidence: number | null
  /** The words of the value line by line; only if highlighting is enabled. */
  readonly wordConfidences: unknown
  /** Warnings about a list, such as missing rows. */
  readonly warnings: readonly string[]
  /** Says how a larger model was asked; undefined if it was not. */
  readonly escalation: EscalationView | undefined
  /** Judgement of a second model; undefined if there was none. */
  readonly challenge: LoggedChallenge | undefined
  readonly usage: RunUsage
  /** Whether the value was found for a suggested field that was accepted; a run replaces it. */
  readonly isSuggested: boolean
  /** Changes since the output was created that make it stale. */
  readonly stale: WireOutput['stale']
  /** Time of the run that extracted the value. */
  readonly extractedAt: string
}

export const outputFromWire = (wire: WireOutput): PromptOutput => ({
  promptId: wire.prompt_id,
  profileId: wire.profile_manager,
  documentId: wire.document_manager,
  isSinglePass: wire.is_single_pass_extract,
  value: wire.output,
  evidence: wire.evidence_data,
  explanation: wire.explanation,
  stale: wire.stale,
  isSuggested: wire.origin === 'proposal',
  extractedAt: wire.modified_at,
  confidenceTree: applyCalibration(confidenceTreeOf(wire), {
    calibration: calibrationFromWire(wire.calibration),
    calibratedConfidence: wire.confidence,
  }),
  calibration: calibrationFromWire(wire.calibration),
  confidence: wire.confidence,
  // The names on the wire mislead: the words are in `confidence_data`, and the confidence of each
  // part of the value is in `word_confidence_data`.
  wordConfidences: wire.confidence_data,
  warnings: wire.list_report?.warnings ?? [],
  escalation: wire.escalation ? escalationFromWire(wire.escalation) : undefined,
  challenge: challengeFromWire(wire.challenge_data),
  usage: {
    inputTokens: wire.token_usage.prompt_tokens,
    outputTokens: wire.token_usage.completion_tokens,
    totalTokens: wire.token_usage.total_tokens,
    dollars: wire.token_usage.cost_in_dollars,
  },
})

/** Says where the value of a suggested field comes from. */
export const suggestedValueNote =
  'Accepted with a suggested field. The built-in extractor found it, without a model. The next run replaces it.'

/** Returns whether a value was found: 0 is a value, an empty text and `False` are not. */
export const isFilled = ({ value }: Pick<PromptOutput, 'value'>): boolean =>
  value !== null && !['', 'false', '[]', '{}', 'null'].includes(value.trim().toLowerCase())

/**
 * A single pass stores the word confidences of all prompts in each output, so only the confidence
 * of the whole value is usable.
 */
const confidenceTreeOf = (wire: WireOutput): NestedConfidence =>
  (wire.is_single_pass_extract ? wire.confidence : wire.word_confidence_data) as NestedConfidence

/**
 * Returns the single-pass outputs of the prompts that a single pass includes, and the separate
 * outputs of all others.
 */
export function outputsOfMode(
  outputs: readonly PromptOutput[],
  { singlePass, prompts }: Pick<Project, 'singlePass' | 'prompts'>,
): readonly PromptOutput[] {
  const inPass = new Set(singlePass ? prompts.filter(isInPass).map(({ id }) => id) : [])
  return outputs.filter((output) => output.isSinglePass === inPass.has(output.promptId))
}
