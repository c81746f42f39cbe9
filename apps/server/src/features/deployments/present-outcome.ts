import type { ResultItem } from '@recto/contract/deployment-runs'
import type { Context } from '../../platform/context.ts'
import {
  acknowledgeExecutions,
  type ExecutionOutcome,
  extractedTexts,
  presentResult,
} from '../executions/executions.port.ts'
import type { DeploymentCaller } from './admit-caller.ts'
import { shownParts, type WantedParts } from './map-run.ts'

type Presenting = {
  readonly admitted: DeploymentCaller
  readonly outcome: ExecutionOutcome
  readonly wanted: WantedParts
}

/** What a caller gets of an execution that has ended. */
export async function presentOutcome(
  ctx: Context,
  { admitted, outcome, wanted }: Presenting,
): Promise<ResultItem[]> {
  const { tenant, slug } = admitted
  const texts = wanted.include_extracted_text
    ? await extractedTexts(ctx, tenant, outcome)
    : undefined
  return presentResult(outcome, { slug, shown: shownParts(wanted), texts })
}

/** Only now has the caller all of it; a caller who went away before can ask again. */
export async function acknowledge(
  { batchedWrites }: Context,
  { tenant: { organizationId } }: DeploymentCaller,
  { id }: { readonly id: string },
): Promise<void> {
  batchedWrites.add(acknowledgeExecutions, { organizationId, id })
}
