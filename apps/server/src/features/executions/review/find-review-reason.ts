import { parseExactJson } from '@recto/exact-json/parse-json'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import {
  decideReview,
  findReasonByErrorRateTarget,
  findReviewRules,
  type ReadValues,
} from '../../review-rules/review-rules.port.ts'
import type { ExecutionPlan } from '../execution-plans.store.ts'
import { approvedStep, sentToReviewStep } from './review-item.store.ts'
import { isInSample } from './review-samples.store.ts'

type ReviewCandidate = {
  readonly file: { readonly id: string }
  readonly execution: {
    readonly id: string
    readonly workflow_id: string
    readonly entity: string
    readonly trial_files: number | null
    readonly review_queue: string | null
  }
  readonly plan: ExecutionPlan
}

/**
 * Finds the reason why a file needs review before it is delivered; `undefined` if it needs none. A
 * dry run only shows what would be read, and approved results are not reviewed again.
 */
export async function findReviewReason(
  ctx: Pick<Context, 'compute' | 'configurationVersion' | 'configurationCache' | 'log'>,
  tenant: Tenant,
  { file, execution, plan }: ReviewCandidate,
  { result }: { readonly result: unknown },
): Promise<string | undefined> {
  const destination = plan.destination?.connection
  // A dry run, and a run from the workflow page without a destination, give no result to anybody.
  const isOnlyShown = execution.trial_files !== null || (!destination && execution.entity !== 'API')
  const values = result as ReadValues & { readonly metadata?: { readonly review?: unknown } }
  if (isOnlyShown || values.metadata?.review) return undefined
  if (destination === 'MANUALREVIEW') return 'destination'
  const rules = await findReviewRules(ctx, tenant, execution.workflow_id)
  // A file sent to a queue is always reviewed unless rules say which files are.
  if (!rules) return execution.review_queue === null ? undefined : 'queue'
  const { percentage } = rules
  const sampleRequest = { executionId: execution.id, fileId: file.id, percentage }
  const reason = decideReview(rules, values, await isInSample(tenant, sampleRequest))
  if (reason) return reason
  const projectId = plan.tool.projectId
  return findReasonByErrorRateTarget(ctx, tenant, { rules, values, projectId })
}

type ApprovedResult = { readonly result: unknown; readonly goesToDestination: boolean }
/** An approval has this form in a stored step. */
type StoredApproval = { readonly result: unknown; readonly isDelivered: boolean }
type CompletedSteps = ReadonlyMap<string, unknown>

export const wasSentToReview = (completedSteps: CompletedSteps): boolean =>
  completedSteps.has(sentToReviewStep)

/** Gets the approved values; `undefined` until they are approved. */
export function getApproval(completedSteps: CompletedSteps): ApprovedResult | undefined {
  const approvedJson = completedSteps.get(approvedStep)
  if (approvedJson === undefined) return undefined
  const { result, isDelivered } = parseExactJson(String(approvedJson)) as StoredApproval
  return { result, goesToDestination: isDelivered }
}

/** Returns the step of a file whose result goes to the destination without a review. */
export const toApprovedStep = (result: unknown) => ({
  name: approvedStep,
  result: JSON.stringify({ result, isDelivered: true } satisfies StoredApproval),
})
