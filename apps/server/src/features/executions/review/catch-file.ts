import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import type { ExecutionPlan } from '../../../platform/db/tables/executions.ts'
import {
  decideReview,
  findReviewRules,
  type ReadValues,
  reasonOfDial,
} from '../../review-rules/review-rules.port.ts'
import type { Tool } from '../../tools/tools.port.ts'
import { approvedStep, caughtStep } from './caught-item.store.ts'

type ReadFile = {
  readonly file: { readonly file_hash: string }
  readonly execution: {
    readonly workflow_id: string
    readonly entity: string
    readonly trial_files: number | null
    readonly review_queue: string | null
  }
  readonly plan: ExecutionPlan
}

/**
 * Why people look at a file before it is delivered; `undefined` when they do not. A trial shows what would be
 * read, and what people have approved once is not asked again.
 */
export async function catchFile(
  ctx: Pick<Context, 'compute' | 'configuration' | 'configurations' | 'log'>,
  tenant: Tenant,
  { file, execution, plan }: ReadFile,
  { result }: { readonly result: unknown },
): Promise<string | undefined> {
  const destination = plan.destination?.connection
  const isTried = execution.trial_files !== null || (!destination && execution.entity !== 'API')
  const values = result as ReadValues & { readonly metadata?: { readonly review?: unknown } }
  if (isTried || values.metadata?.review) return undefined
  if (destination === 'MANUALREVIEW') return 'destination'
  const rules = await findReviewRules(ctx, tenant, execution.workflow_id)
  // Whoever sends a file to a queue wants it looked at, unless there are rules that say which ones.
  if (!rules) return execution.review_queue === null ? undefined : 'queue'
  const of = { fileHash: file.file_hash, workflowId: execution.workflow_id }
  const reason = decideReview(rules, values, of)
  if (reason) return reason
  const projectId = (plan.tool as Tool).projectId
  return reasonOfDial(ctx, tenant, { rules, values, projectId })
}

type Approved = { readonly result: unknown; readonly isDelivered: boolean }
type KnownSteps = ReadonlyMap<string, unknown>

export const wasCaught = (known: KnownSteps): boolean => known.has(caughtStep)

/** What people have made of the values; `undefined` until they have approved them. */
export function approvedIn(known: KnownSteps): Approved | undefined {
  const kept = known.get(approvedStep)
  return kept === undefined ? undefined : (JSON.parse(String(kept)) as Approved)
}
