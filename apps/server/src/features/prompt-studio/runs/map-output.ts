import type { EscalationReply } from '@recto/contract/prompt-studio/escalation'
import type { EvidenceTreeReply } from '@recto/contract/prompt-studio/evidence'
import type {
  FailedPrompt,
  ListReportReply,
  PromptOutput,
} from '@recto/contract/prompt-studio/prompt-outputs'
import type { CalibratedConfidence } from '@recto/extraction/calibrate'
import { describeExplanation } from '@recto/extraction/describe-explanation'
import type { Explanation } from '@recto/provider-spec/explanation'
import type { z } from 'zod'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { presentTime } from '../../../platform/wire-format.ts'
import {
  adjustForAgreement,
  type FittedConfidence,
  type PresentedConfidence,
} from '../../answering/answering.port.ts'
import { presentUsage, sumUsageByRun } from '../../usage/usage.port.ts'
import { calibrateConfidence, loadCalibrations } from '../calibration/calibration.ts'
import type { PromptFailure } from '../queue/run-outcome.ts'
import { findContexts } from '../rows/contexts.store.ts'
import { findInputChangesOfOutputs } from '../rows/input-fingerprint.ts'
import {
  createCoverageLookup,
  findOtherProfileOutputs,
  listCoverage,
  type OtherProfileOutputs,
  type OutputRow,
} from '../rows/outputs.store.ts'
import { createBatchLoader } from './batch-loader.ts'

type PresentDependencies = Pick<Context, 'compute' | 'log'>

type PresentOptions = {
  /** If false, every context is empty: it may be as long as the document. */
  readonly hasContext: boolean
}

export type OutputPresenter = (row: OutputRow) => Promise<PromptOutput>

/**
 * Presents one output at a time. Outputs that are requested at the same time are loaded in one
 * batch.
 */
export function createOutputPresenter(
  ctx: PresentDependencies,
  tenant: Tenant,
  options: PresentOptions,
): OutputPresenter {
  return createBatchLoader((rows: readonly OutputRow[]) =>
    presentOutputs(ctx, tenant, rows, options),
  )
}

export async function presentOutputs(
  ctx: PresentDependencies,
  tenant: Tenant,
  rows: readonly OutputRow[],
  { hasContext }: PresentOptions = { hasContext: true },
): Promise<PromptOutput[]> {
  const getUniqueIds = (key: 'project_id' | 'prompt_id' | 'run_id') => [
    ...new Set(rows.map((row) => row[key])),
  ]
  const contextIds = hasContext ? rows.map(({ id }) => id) : []
  const idsWithConfidence = rows.filter(({ confidence }) => confidence !== null).map(({ id }) => id)
  const [usage, coverage, contexts, findChanges, otherOutputs, fits] = await Promise.all([
    sumUsageByRun(tenant, getUniqueIds('run_id')),
    listCoverage(tenant, getUniqueIds('project_id'), getUniqueIds('prompt_id')),
    findContexts(tenant, contextIds),
    findInputChangesOfOutputs(tenant, rows),
    findOtherProfileOutputs(tenant, idsWithConfidence),
    loadCalibrations(ctx, tenant, getUniqueIds('project_id')),
  ])
  const findCoverage = createCoverageLookup(coverage)
  return rows.map((row) => ({
    ...presentConfidence(row, otherOutputs.get(row.id), fits.get(row.project_id)),
    prompt_output_id: row.id,
    prompt_id: row.prompt_id,
    document_manager: row.document_id,
    profile_manager: row.profile_id,
    tool_id: row.project_id,
    is_single_pass_extract: row.is_single_pass,
    output: row.output,
    context: [...(contexts.get(row.id) ?? [])],
    challenge_data: row.challenge,
    escalation: row.escalation as EscalationReply | null,
    highlight_data: row.highlight,
    evidence_data: row.evidence as EvidenceTreeReply,
    explanation:
      row.explanation === null ? null : describeExplanation(row.explanation as Explanation),
    list_report: row.report as ListReportReply | null,
    eval_metrics: [],
    origin: row.origin ?? 'run',
    run_id: row.run_id,
    stale: [...findChanges(row)],
    token_usage: presentUsage(usage.get(row.run_id)),
    coverage: findCoverage(row),
    created_by: row.created_by,
    modified_by: row.modified_by,
    created_at: presentTime(row.created_at),
    modified_at: presentTime(row.modified_at),
  }))
}

export type FailedPromptReply = z.output<typeof FailedPrompt>

/** Replaces the output in the reply. Clients ignore rows without a document. */
export const presentPromptFailure = ({ promptId, reason }: PromptFailure): FailedPromptReply => ({
  prompt_id: promptId,
  status: 'failed',
  error: reason,
})

/**
 * Presents the confidence, which is stored as the model gave it. Expected values show how often
 * such values are right; until there are enough of them, the outputs of other profiles adjust it.
 */
function presentConfidence(
  { confidence, output, asked: fingerprint, is_single_pass: isSinglePass }: OutputRow,
  otherOutputs: OtherProfileOutputs | undefined,
  fit: FittedConfidence | undefined,
) {
  const recordedConfidence = confidence as PresentedConfidence | null
  const type = fingerprint?.type ?? 'text'
  const calibratedConfidence = recordedConfidence
    ? calibrateConfidence(fit, { type, confidence: recordedConfidence.confidence })
    : undefined
  if (recordedConfidence && calibratedConfidence)
    return {
      ...presentConfidenceDetails(recordedConfidence),
      ...presentCalibrated(recordedConfidence.confidence, calibratedConfidence),
    }
  const { type: otherType = '', outputs: otherValues = [] } = otherOutputs ?? {}
  const adjustedConfidence =
    recordedConfidence &&
    adjustForAgreement(recordedConfidence, {
      output,
      type: otherType,
      otherOutputs: otherValues,
      isSinglePass,
    })
  return {
    ...presentConfidenceDetails(adjustedConfidence),
    confidence: adjustedConfidence?.confidence ?? null,
    calibration: null,
  }
}

const presentConfidenceDetails = (confidence: PresentedConfidence | null) => ({
  confidence_data: confidence?.confidence_data ?? null,
  word_confidence_data: confidence?.word_confidence_data ?? null,
})

const presentCalibrated = (
  rawConfidence: number,
  { confidence, interval, truths }: CalibratedConfidence,
) => ({
  confidence,
  calibration: { raw_confidence: rawConfidence, low: interval[0], high: interval[1], truths },
})
