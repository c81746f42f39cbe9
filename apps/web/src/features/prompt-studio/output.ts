import type { EvidenceTreeReply } from '@recto/contract/evidence'
import type { PromptOutput as WireOutput } from '@recto/contract/prompt-outputs'
import {
  type Certainty,
  calibratedSureness,
  certaintyFromWire,
  type SurenessTree,
} from './certainty.ts'
import { challengeFromWire, type LoggedChallenge } from './challenge.ts'
import type { Project } from './project.ts'
import { isInPass } from './prompt.ts'

/** What a run has used, as far as it is known. */
type RunUsage = {
  readonly inputTokens: number | null
  readonly outputTokens: number | null
  readonly totalTokens: number | null
  readonly dollars: number | null
}

/** What one profile made of one prompt on one document; a new run takes its place. */
export type PromptOutput = {
  readonly promptId: string
  readonly profileId: string
  readonly documentId: string
  readonly isSinglePass: boolean
  /** Always a text: JSON types as JSON, booleans as `True` and `False`; null when nothing was found. */
  readonly value: string | null
  /** Where the value was read. */
  readonly evidence: EvidenceTreeReply
  /** How the value was found, or why there is none, in one sentence; null where nobody has said. */
  readonly explanation: string | null
  /** How sure each part of the value is, 0 to 1; mirrors the value. */
  readonly sureness: SurenessTree
  /** How well it is known what the confidence of the whole value is worth; undefined while truths are too few. */
  readonly certainty: Certainty | undefined
  /** Of the whole value, 0 to 1; null where it is not known. */
  readonly confidence: number | null
  /** The words under the value line by line, where highlighting is on. */
  readonly sureWords: unknown
  /** What a person has to know of a list, such as rows that are missing. */
  readonly warnings: readonly string[]
  /** How a second model judged it; absent where none did. */
  readonly challenge: LoggedChallenge | undefined
  readonly usage: RunUsage
  /** What has changed since it was asked for. */
  readonly stale: WireOutput['stale']
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
  sureness: calibratedSureness(surenessOf(wire), {
    certainty: certaintyFromWire(wire.calibration),
    worth: wire.confidence,
  }),
  certainty: certaintyFromWire(wire.calibration),
  confidence: wire.confidence,
  sureWords: wire.confidence_data,
  warnings: wire.list_report?.warnings ?? [],
  challenge: challengeFromWire(wire.challenge_data),
  usage: {
    inputTokens: wire.token_usage.prompt_tokens,
    outputTokens: wire.token_usage.completion_tokens,
    totalTokens: wire.token_usage.total_tokens,
    dollars: wire.token_usage.cost_in_dollars,
  },
})

/** Whether something was found: 0 is something, an empty text and `False` are not. */
export const isFilled = ({ value }: Pick<PromptOutput, 'value'>): boolean =>
  value !== null && !['', 'false', '[]', '{}', 'null'].includes(value.trim().toLowerCase())

/** A single pass puts those of all prompts into each output; then what is known is the number of the whole. */
const surenessOf = (wire: WireOutput): SurenessTree =>
  (wire.is_single_pass_extract ? wire.confidence : wire.word_confidence_data) as SurenessTree

/** Of prompts that a pass asks, what it gave; of all others what they gave by themselves. */
export function outputsOfMode(
  outputs: readonly PromptOutput[],
  { isSinglePass, prompts }: Pick<Project, 'isSinglePass' | 'prompts'>,
): readonly PromptOutput[] {
  const inPass = new Set(isSinglePass ? prompts.filter(isInPass).map(({ id }) => id) : [])
  return outputs.filter((output) => output.isSinglePass === inPass.has(output.promptId))
}
