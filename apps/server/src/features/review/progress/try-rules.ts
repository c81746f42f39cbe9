import { notFound } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { listLastResults } from '../../executions/executions.port.ts'
import {
  chooseSample,
  decideReview,
  findReasonByErrorRateTarget,
  type ReadValues,
  type ReviewReason,
  type ReviewRules,
} from '../../review-rules/review-rules.port.ts'
import { findWorkflowNamesById, findWorkflowProject } from '../../workflows/workflows.port.ts'

const maxFiles = 50

type TryRulesRequest = {
  readonly actor: Actor
  readonly workflowId: string
  readonly rules: ReviewRules
}
export type TriedFile = { readonly fileName: string; readonly reason: ReviewReason | undefined }

/**
 * Returns which of the workflow's last files the rules would have sent to review, by the same
 * decision as in a run. Throws 404 without such a workflow.
 */
export async function tryRules(
  ctx: Pick<Context, 'compute' | 'configurationVersion' | 'configurationCache' | 'db' | 'log'>,
  { actor, workflowId, rules }: TryRulesRequest,
): Promise<TriedFile[]> {
  const tenant = tenantOf(ctx, actor)
  if (!(await findWorkflowNamesById(tenant, [workflowId])).has(workflowId))
    throw notFound('workflow')
  const files = await listLastResults(tenant, { workflowId, limit: maxFiles })
  const projectId = await findWorkflowProject(ctx, tenant, workflowId)
  const sampledHashes = chooseSample(
    files.map(({ fileHash }) => fileHash),
    { workflowId, percentage: rules.percentage },
  )
  const triedFiles: TriedFile[] = []
  for (const { fileName, fileHash, result } of files) {
    const values = (result ?? { output: {} }) as ReadValues
    const reason =
      decideReview(rules, values, sampledHashes.has(fileHash)) ??
      (await findReasonByErrorRateTarget(ctx, tenant, { rules, values, projectId }))
    triedFiles.push({ fileName, reason })
  }
  return triedFiles
}
