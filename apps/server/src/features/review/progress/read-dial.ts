import type { Passing } from '@recto/extraction/choose-passing'
import { notFound } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { findLastValues } from '../../executions/executions.port.ts'
import { findDial, isPassing } from '../../review-rules/review-rules.port.ts'
import {
  fieldsOfWorkflow,
  projectOfWorkflow,
  workflowNames,
} from '../../workflows/workflows.port.ts'
import { medianSecondsOfField } from './progress.reads.ts'

/** Older ones say less of what comes next. */
const mostFiles = 300

type Input = { readonly actor: Actor; readonly workflowId: string }

type DialFigures = {
  readonly truths: number
  readonly files: number
  readonly secondsOfFile: number | null
  readonly stops: readonly { readonly passing: Passing; readonly shareOfFiles: number | null }[]
}

/** What each promise would let go on of the last files of a workflow. 404 without such a workflow. */
export async function readDial(
  ctx: Pick<Context, 'compute' | 'configuration' | 'configurations' | 'db' | 'log'>,
  { actor, workflowId }: Input,
): Promise<DialFigures> {
  const tenant = tenantOf(ctx, actor)
  if (!(await workflowNames(tenant, [workflowId])).has(workflowId)) throw notFound('workflow')
  const projectId = await projectOfWorkflow(ctx, tenant, workflowId)
  const fields = await fieldsOfWorkflow(ctx, tenant, workflowId)
  const [{ truths, passings }, values, seconds] = await Promise.all([
    findDial(ctx, tenant, projectId),
    findLastValues(tenant, { workflowId, limit: mostFiles }),
    medianSecondsOfField(tenant, workflowId),
  ])
  const shareOf = (passing: Passing) =>
    values.filter((one) => isPassing(passing, one)).length / values.length
  return {
    truths,
    files: values.length,
    secondsOfFile: seconds === null || !fields ? null : seconds * fields.length,
    stops: passings.map((passing) => ({
      passing,
      shareOfFiles: values.length === 0 ? null : shareOf(passing),
    })),
  }
}
