import { conflict } from '../../../platform/app-error.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import {
  type SerializedOutcome,
  unwrapOutcome,
} from '../../../platform/work/single-flight/serialize-outcome.ts'
import { listOutputsById, type OutputRow } from '../rows/outputs.store.ts'
import type { EndedRun } from './await-runs.ts'
import { getFailureReason } from './task-state.ts'

export type RunOutputs = readonly OutputRow[]

/** Returns the outputs of a run. Throws the error that it failed with. */
export async function getRunOutputs(tenant: Tenant, { run }: EndedRun): Promise<RunOutputs> {
  if (!run) {
    throw conflict('The prompt, the document or the profile was deleted during the run.')
  }
  if (run.state === 'failed') unwrapOutcome(run.outcome as SerializedOutcome)
  if (run.state !== 'done') throw conflict(getFailureReason(run))
  const outputs = await listOutputsById(tenant, run.output_ids)
  if (outputs.length < run.output_ids.length) throw conflict('The output has since been deleted.')
  return outputs
}

/**
 * A prompt that a single pass could not answer, although it answered others. Stored as JSON with
 * the run.
 */
export type PromptFailure = { readonly promptId: string; readonly reason: string }

/** Lists the prompts that a successful run could not answer. */
export function getPromptFailures(run: EndedRun['run']): readonly PromptFailure[] {
  if (run?.state !== 'done') return []
  const { failed: failures = [] } = (run.outcome ?? {}) as {
    readonly failed?: readonly PromptFailure[]
  }
  return failures
}
