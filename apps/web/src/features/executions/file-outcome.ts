import type { ExecutionStatus, getFileResult } from '@recto/contract/executions/executions'
import type { CheckOutcome } from '@recto/contract/prompt-studio/checks'
import { EscalationReply } from '@recto/contract/prompt-studio/escalation'
import { EvidenceTreeReply } from '@recto/contract/prompt-studio/evidence'
import type { EndpointReply } from '@recto/contract/wire/endpoint'
import { showHiddenCharacters } from '@recto/contract/wire/names'
import { z } from 'zod'
import { checksIn } from '../../shared/checks/CheckList.tsx'
import { type EscalationView, escalationFromWire } from '../../shared/escalation/escalation.ts'
import {
  applyCalibration,
  type Calibration,
  calibrationsIn,
  type NestedConfidence,
} from '../prompt-studio/prompt-studio.port.ts'

/** Usage of models for a file. */
type FileUsage = {
  readonly tokens: number
  /** The part of them that services read from their caches. */
  readonly cachedTokens: number
  readonly dollars: number
  readonly models: readonly string[]
}

/** The result of one file. */
export type FileResultView = {
  /** Its path in the source, if it has one. */
  readonly fileName: string
  readonly status: ExecutionStatus
  readonly error: string | null
  /** Null if no values were read. */
  readonly output: Readonly<Record<string, unknown>> | null
  /** Locations where the values were read, by key. */
  readonly evidence: Readonly<Record<string, EvidenceTreeReply>>
  /** Explanations of how the values were found, or why not, by key; only where there is one. */
  readonly explanations: Readonly<Record<string, string>>
  /** Confidence of the values, by key; each has the shape of its value. */
  readonly confidences: Readonly<Record<string, NestedConfidence>>
  /** Calibrations of the confidences, by key; only where there are enough expected values. */
  readonly calibrations: Readonly<Record<string, Calibration>>
  /** Reasons why values could not be read, by key. Other null values were not found. */
  readonly failures: Readonly<Record<string, string>>
  /** Says how a larger model was asked, by key; only where it was. */
  readonly escalations: Readonly<Record<string, EscalationView>>
  /** Outcomes of the checks of the values. */
  readonly checks: readonly CheckOutcome[]
  /** Undefined if no model was called. */
  readonly usage: FileUsage | undefined
}

type Metadata = Readonly<Record<string, unknown>> | null

export const outcomeFromWire = (wire: EndpointReply<typeof getFileResult>): FileResultView => ({
  fileName: showHiddenCharacters(wire.file_path ?? wire.file_name),
  status: wire.status,
  error: wire.error,
  output: wire.output,
  evidence: evidenceIn(wire.metadata),
  explanations: explanationsIn(wire.metadata),
  confidences: confidencesIn(wire.metadata),
  calibrations: calibrationsIn(wire.metadata).calibrations,
  failures: failuresIn(wire.metadata),
  escalations: escalationsIn(wire.metadata),
  checks: checksIn(wire.metadata),
  usage: usageIn(wire.metadata),
})

const Evidences = z.object({ evidence_data: z.record(z.string(), EvidenceTreeReply) })

function evidenceIn(metadata: Metadata): FileResultView['evidence'] {
  const result = Evidences.safeParse(metadata)
  return result.success ? result.data.evidence_data : {}
}

const Explanations = z.object({ explanations: z.record(z.string(), z.string()) })

function explanationsIn(metadata: Metadata): FileResultView['explanations'] {
  const result = Explanations.safeParse(metadata)
  return result.success ? result.data.explanations : {}
}

const ConfidenceTreeReply: z.ZodType<NestedConfidence> = z.lazy(() =>
  z.union([
    z.number(),
    z.null(),
    z.array(ConfidenceTreeReply),
    z.record(z.string(), ConfidenceTreeReply),
  ]),
)
const WordConfidences = z.object({
  word_confidence_data: z.record(z.string(), ConfidenceTreeReply),
})

function confidencesIn(metadata: Metadata): FileResultView['confidences'] {
  const result = WordConfidences.safeParse(metadata)
  if (!result.success) return {}
  const { calibrations, calibratedConfidences } = calibrationsIn(metadata)
  return Object.fromEntries(
    Object.entries(result.data.word_confidence_data).map(([key, confidence]) => [
      key,
      applyCalibration(confidence, {
        calibration: calibrations[key],
        calibratedConfidence: calibratedConfidences[key] ?? null,
      }),
    ]),
  )
}

const Failures = z.object({ errors: z.record(z.string(), z.string()) })

function failuresIn(metadata: Metadata): FileResultView['failures'] {
  const result = Failures.safeParse(metadata)
  return result.success ? result.data.errors : {}
}

const Escalations = z.object({ escalations: z.record(z.string(), EscalationReply) })

function escalationsIn(metadata: Metadata): FileResultView['escalations'] {
  const result = Escalations.safeParse(metadata)
  if (!result.success) return {}
  return Object.fromEntries(
    Object.entries(result.data.escalations).map(([key, reply]) => [key, escalationFromWire(reply)]),
  )
}

const ModelUse = z.object({
  model_name: z.string(),
  cost_in_dollars: z.coerce.number(),
  total_tokens: z.number().optional(),
  embedding_tokens: z.number().optional(),
  cached_tokens: z.number().optional(),
})
const Uses = z.array(ModelUse)

function usageIn(metadata: Metadata): FileUsage | undefined {
  const uses = Object.entries(metadata ?? {}).flatMap(([name, part]) => {
    const read = name.endsWith('_llm') || name === 'embedding' ? Uses.safeParse(part) : undefined
    return read?.success ? read.data : []
  })
  if (uses.length === 0) return undefined
  const sum = (pick: (use: z.output<typeof ModelUse>) => number) =>
    uses.reduce((total, use) => total + pick(use), 0)
  return {
    tokens: sum(({ total_tokens, embedding_tokens }) => total_tokens ?? embedding_tokens ?? 0),
    cachedTokens: sum(({ cached_tokens }) => cached_tokens ?? 0),
    dollars: sum(({ cost_in_dollars }) => cost_in_dollars),
    models: [...new Set(uses.map(({ model_name }) => model_name))],
  }
}
