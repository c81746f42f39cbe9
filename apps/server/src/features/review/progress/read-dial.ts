import type { PassCriteria } from '@recto/extraction/choose-pass-criteria'
import { notFound } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { listLastValues } from '../../executions/executions.port.ts'
import {
  assertReadable,
  findErrorRateTargets,
  isPassing,
} from '../../review-rules/review-rules.port.ts'
import {
  findWorkflowFields,
  findWorkflowNamesById,
  findWorkflowProject,
} from '../../workflows/workflows.port.ts'
import { medianSecondsOfField } from './progress.reads.ts'

/** Older files say less about future ones. */
const maxFiles = 300

type ReadDialRequest = { readonly actor: Actor; readonly workflowId: string }

type DialFigures = {
  readonly truths: number
  readonly files: number
  readonly secondsOfFile: number | null
  readonly stops: readonly { readonly target: PassCriteria; readonly shareOfFiles: number | null }[]
}

/**
 * Returns for each error-rate target which share of the workflow's last files would pass without
 * review. Throws 404 without such a workflow.
 */
export async function readDial(
  ctx: Pick<Context, 'compute' | 'configurationVersion' | 'configurationCache' | 'db' | 'log'>,
  { actor, workflowId }: ReadDialRequest,
): Promise<DialFigures> {
  await assertReadable(ctx, { actor, workflowId })
  const tenant = tenantOf(ctx, actor)
  if (!(await findWorkflowNamesById(tenant, [workflowId])).has(workflowId))
    throw notFound('workflow')
  const projectId = await findWorkflowProject(ctx, tenant, workflowId)
  const fields = await findWorkflowFields(ctx, tenant, workflowId)
  const [{ truths, passings }, values, seconds] = await Promise.all([
    findErrorRateTargets(ctx, tenant, projectId),
    listLastValues(tenant, { workflowId, limit: maxFiles }),
    medianSecondsOfField(tenant, workflowId),
  ])
  const shareOf = (target: PassCriteria) =>
    values.filter((one) => isPassing(target, one)).length / values.length
  return {
    truths,
    files: values.length,
    secondsOfFile: seconds === null || !fields ? null : seconds * fields.length,
    stops: passings.map((target) => ({
      target,
      shareOfFiles: values.length === 0 ? null : shareOf(target),
    })),
  }
}
