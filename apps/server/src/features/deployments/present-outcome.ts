import type { ResultItem } from '@recto/contract/deployments/deployment-runs'
import type { Context } from '../../platform/context.ts'
import {
  acknowledgeExecutions,
  type ExecutionOutcome,
  presentExecutionResult,
  readExtractedTexts,
} from '../executions/executions.port.ts'
import type { DeploymentCaller } from './admit-caller.ts'
import { type ResultPartFlags, toResultParts } from './map-run.ts'

type PresentOutcomeOptions = {
  readonly caller: DeploymentCaller
  readonly outcome: ExecutionOutcome
  readonly requestedParts: ResultPartFlags
}

/** Presents the result of an execution to the caller. */
export async function presentOutcome(
  ctx: Context,
  { caller, outcome, requestedParts }: PresentOutcomeOptions,
): Promise<ResultItem[]> {
  const { tenant, slug } = caller
  const texts = requestedParts.include_extracted_text
    ? await readExtractedTexts(ctx, tenant, outcome)
    : undefined
  return presentExecutionResult(outcome, { slug, parts: toResultParts(requestedParts), texts })
}

/**
 * Marks the result as fetched. Call it only after the whole response was sent: a caller who
 * disconnected earlier can fetch it again.
 */
export async function acknowledge(
  { batchedWrites }: Context,
  { tenant: { organizationId } }: DeploymentCaller,
  { id }: { readonly id: string },
): Promise<void> {
  batchedWrites.add(acknowledgeExecutions, { organizationId, id })
}
