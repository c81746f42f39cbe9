import { notFound } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { findLastResults } from '../../executions/executions.port.ts'
import {
  decideReview,
  type ReadValues,
  type ReviewReason,
  type ReviewRules,
  reasonOfDial,
} from '../../review-rules/review-rules.port.ts'
import { projectOfWorkflow, workflowNames } from '../../workflows/workflows.port.ts'

const mostFiles = 50

type Input = { readonly actor: Actor; readonly workflowId: string; readonly rules: ReviewRules }
export type TriedFile = { readonly fileName: string; readonly reason: ReviewReason | undefined }

/** What the rules would have caught of the last files of the workflow: the same that a run asks. 404 without such a workflow. */
export async function tryRules(
  ctx: Pick<Context, 'compute' | 'configuration' | 'configurations' | 'db' | 'log'>,
  { actor, workflowId, rules }: Input,
): Promise<TriedFile[]> {
  const tenant = tenantOf(ctx, actor)
  if (!(await workflowNames(tenant, [workflowId])).has(workflowId)) throw notFound('workflow')
  const files = await findLastResults(tenant, { workflowId, limit: mostFiles })
  const projectId = await projectOfWorkflow(ctx, tenant, workflowId)
  const tried: TriedFile[] = []
  for (const { fileName, fileHash, result } of files) {
    const values = (result ?? { output: {} }) as ReadValues
    const reason =
      decideReview(rules, values, { fileHash, workflowId }) ??
      (await reasonOfDial(ctx, tenant, { rules, values, projectId }))
    tried.push({ fileName, reason })
  }
  return tried
}
