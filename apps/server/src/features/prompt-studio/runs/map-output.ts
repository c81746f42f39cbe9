import type { EvidenceTreeReply } from '@recto/contract/evidence'
import type { FailedPrompt, ListReportReply, PromptOutput } from '@recto/contract/prompt-outputs'
import type { Calibrated } from '@recto/extraction/calibrate'
import { sayExplanation } from '@recto/extraction/say-explanation'
import type { Explanation } from '@recto/provider-spec/explanation'
import type { z } from 'zod'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { presentTime } from '../../../platform/present-time.ts'
import {
  agreedConfidence,
  type FittedConfidence,
  type ShownConfidence,
} from '../../answering/answering.port.ts'
import { presentUsage, usageOfRuns } from '../../usage/usage.port.ts'
import { calibratedBy, calibrationsOf } from '../calibration/calibration-of.ts'
import type { FailedPart } from '../queue/outcome-of-run.ts'
import { findContexts } from '../rows/contexts.store.ts'
import { findStale } from '../rows/find-stale.ts'
import { findOtherReadings, type OtherReadings } from '../rows/other-readings.store.ts'
import { coverageBy, listCoverage, type OutputRow } from '../rows/outputs.store.ts'
import { gather } from './gather.ts'

type Needs = Pick<Context, 'compute' | 'log'>

type How = {
  /** Else every context is empty: it may be as long as the document. */
  readonly hasContext: boolean
}

/** Presents one output at a time; those that are asked for at the same time are looked up together. */
export function presentTogether(
  ctx: Needs,
  tenant: Tenant,
  how: How,
): (row: OutputRow) => Promise<PromptOutput> {
  return gather((rows: readonly OutputRow[]) => presentOutputs(ctx, tenant, rows, how))
}

export async function presentOutputs(
  ctx: Needs,
  tenant: Tenant,
  rows: readonly OutputRow[],
  { hasContext }: How = { hasContext: true },
): Promise<PromptOutput[]> {
  const idsOf = (key: 'project_id' | 'prompt_id' | 'run_id') => [
    ...new Set(rows.map((row) => row[key])),
  ]
  const contextIds = hasContext ? rows.map(({ id }) => id) : []
  const judged = rows.flatMap(({ id, confidence }) => (confidence === null ? [] : [id]))
  const [usage, coverage, contexts, staleOf, others, fits] = await Promise.all([
    usageOfRuns(tenant, idsOf('run_id')),
    listCoverage(tenant, idsOf('project_id'), idsOf('prompt_id')),
    findContexts(tenant, contextIds),
    findStale(tenant, rows),
    findOtherReadings(tenant, judged),
    calibrationsOf(ctx, tenant, idsOf('project_id')),
  ])
  const coverageOf = coverageBy(coverage)
  return rows.map((row) => ({
    ...confidenceOf(row, others.get(row.id), fits.get(row.project_id)),
    prompt_output_id: row.id,
    prompt_id: row.prompt_id,
    document_manager: row.document_id,
    profile_manager: row.profile_id,
    tool_id: row.project_id,
    is_single_pass_extract: row.is_single_pass,
    output: row.output,
    context: [...(contexts.get(row.id) ?? [])],
    challenge_data: row.challenge,
    highlight_data: row.highlight,
    evidence_data: row.evidence as EvidenceTreeReply,
    explanation: row.explanation === null ? null : sayExplanation(row.explanation as Explanation),
    list_report: row.report as ListReportReply | null,
    eval_metrics: [],
    run_id: row.run_id,
    stale: [...staleOf(row)],
    token_usage: presentUsage(usage.get(row.run_id)),
    coverage: coverageOf(row),
    created_by: row.created_by,
    modified_by: row.modified_by,
    created_at: presentTime(row.created_at),
    modified_at: presentTime(row.modified_at),
  }))
}

export type FailedLine = z.output<typeof FailedPrompt>

/** In the place of an output. Clients leave out lines without a document. */
export const presentFailedPart = ({ promptId, reason }: FailedPart): FailedLine => ({
  prompt_id: promptId,
  status: 'failed',
  error: reason,
})

/**
 * Under the names of the contract; stored as the machine gave it. By truths it is known how often such values are right;
 * before there are enough of them, what other profiles have read since says a little.
 */
function confidenceOf(
  { confidence, output, asked, is_single_pass: isSinglePass }: OutputRow,
  readings: OtherReadings | undefined,
  fit: FittedConfidence | undefined,
) {
  const known = confidence as ShownConfidence | null
  const type = asked?.type ?? 'text'
  const worth = known ? calibratedBy(fit, { type, confidence: known.confidence }) : undefined
  if (known && worth) return { ...partsOf(known), ...presentCalibrated(known.confidence, worth) }
  const { type: read = '', outputs: others = [] } = readings ?? {}
  const shown = known && agreedConfidence(known, { output, type: read, others, isSinglePass })
  return { ...partsOf(shown), confidence: shown?.confidence ?? null, calibration: null }
}

const partsOf = (shown: ShownConfidence | null) => ({
  confidence_data: shown?.confidence_data ?? null,
  word_confidence_data: shown?.word_confidence_data ?? null,
})

const presentCalibrated = (raw: number, { confidence, interval, truths }: Calibrated) => ({
  confidence,
  calibration: { raw_confidence: raw, low: interval[0], high: interval[1], truths },
})
