import { conflict } from '../../../platform/app-error.ts'
import type { Outcome } from '../../../platform/claims/carry-failure.ts'
import { openOutcome } from '../../../platform/claims/carry-failure.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { listOutputsById, type OutputRow } from '../rows/outputs.store.ts'
import type { EndedRun } from './await-runs.ts'
import { reasonOf } from './task-state.ts'

export type RunOutputs = readonly OutputRow[]

/** What a run gave. Throws what it failed with, as who ran it would have thrown it. */
export async function outcomeOfRun(tenant: Tenant, { run }: EndedRun): Promise<RunOutputs> {
  if (!run) {
    throw conflict('The prompt, the document or the profile was deleted while it was run.')
  }
  if (run.state === 'failed') openOutcome(run.outcome as Outcome)
  if (run.state !== 'done') throw conflict(reasonOf(run))
  const outputs = await listOutputsById(tenant, run.output_ids)
  if (outputs.length < run.output_ids.length) throw conflict('The output was deleted meanwhile.')
  return outputs
}

/** A prompt of a single pass that could not be answered, while the others were. */
export type FailedPart = { readonly promptId: string; readonly reason: string }

/** What could not be answered in a run that has ended well; for whoever waits for it. */
export function failedPartsOf(run: EndedRun['run']): readonly FailedPart[] {
  if (run?.state !== 'done') return []
  const { failed = [] } = (run.outcome ?? {}) as { readonly failed?: readonly FailedPart[] }
  return failed
}
