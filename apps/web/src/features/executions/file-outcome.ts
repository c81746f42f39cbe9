import type { ExecutionStatus, getFileResult } from '@recto/contract/executions/executions'
import type { CheckOutcome } from '@recto/contract/prompt-studio/checks'
import { EvidenceTreeReply } from '@recto/contract/prompt-studio/evidence'
import type { EndpointReply } from '@recto/contract/wire/endpoint'
import { z } from 'zod'
import { checksIn } from '../../shared/checks/checks-in.ts'
import {
  type Certainty,
  calibratedSureness,
  certaintiesIn,
  type SurenessTree,
} from '../prompt-studio/prompt-studio.port.ts'

/** Usage of models for a file. */
type FileUsage = {
  readonly tokens: number
  readonly dollars: number
  readonly models: readonly string[]
}

/** The result of one file. */
export type FileResultView = {
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
  readonly sureness: Readonly<Record<string, SurenessTree>>
  /** Calibrations of the confidences, by key; only where there are enough expected values. */
  readonly certainties: Readonly<Record<string, Certainty>>
  /** Reasons why values could not be read, by key. Other null values were not found. */
  readonly failures: Readonly<Record<string, string>>
  /** Outcomes of the checks of the values. */
  readonly checks: readonly CheckOutcome[]
  /** Undefined if no model was called. */
  readonly usage: FileUsage | undefined
}

type Metadata = Readonly<Record<string, unknown>> | null

export const outcomeFromWire = (wire: EndpointReply<typeof getFileResult>): FileResultView => ({
  fileName: wire.file_name,
  status: wire.status,
  error: wire.error,
  output: wire.output,
  evidence: evidenceIn(wire.metadata),
  explanations: explanationsIn(wire.metadata),
  sureness: surenessIn(wire.metadata),
  certainties: certaintiesIn(wire.metadata).certainties,
  failures: failuresIn(wire.metadata),
  checks: checksIn(wire.metadata),
  usage: usageIn(wire.metadata),
})

const Evidences = z.object({ evidence_data: z.record(z.string(), EvidenceTreeReply) })

function evidenceIn(metadata: Metadata): FileResultView['evidence'] {
  const known = Evidences.safeParse(metadata)
  return known.success ? known.data.evidence_data : {}
}

const Explanations = z.object({ explanations: z.record(z.string(), z.string()) })

function explanationsIn(metadata: Metadata): FileResultView['explanations'] {
  const known = Explanations.safeParse(metadata)
  return known.success ? known.data.explanations : {}
}

const SurenessReply: z.ZodType<SurenessTree> = z.lazy(() =>
  z.union([z.number(), z.null(), z.array(SurenessReply), z.record(z.string(), SurenessReply)]),
)
const Surenesses = z.object({ word_confidence_data: z.record(z.string(), SurenessReply) })

function surenessIn(metadata: Metadata): FileResultView['sureness'] {
  const known = Surenesses.safeParse(metadata)
  if (!known.success) return {}
  const { certainties, worth } = certaintiesIn(metadata)
  return Object.fromEntries(
    Object.entries(known.data.word_confidence_data).map(([key, sureness]) => [
      key,
      calibratedSureness(sureness, { certainty: certainties[key], worth: worth[key] ?? null }),
    ]),
  )
}

const Failures = z.object({ errors: z.record(z.string(), z.string()) })

function failuresIn(metadata: Metadata): FileResultView['failures'] {
  const known = Failures.safeParse(metadata)
  return known.success ? known.data.errors : {}
}

const ModelUse = z.object({
  model_name: z.string(),
  cost_in_dollars: z.coerce.number(),
  total_tokens: z.number().optional(),
  embedding_tokens: z.number().optional(),
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
    dollars: sum(({ cost_in_dollars }) => cost_in_dollars),
    models: [...new Set(uses.map(({ model_name }) => model_name))],
  }
}
