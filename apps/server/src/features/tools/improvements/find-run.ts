import { notFound } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { loadProject, type ProjectParts } from '../../prompt-studio/prompt-studio.port.ts'
import { buildCandidate } from '../regression-tests/comparison.ts'
import { ToolMetadata } from '../tool-metadata.ts'
import { toImprovementJobKey } from './improvements.jobs.ts'
import {
  endImprovement,
  findImprovement,
  findMeasuredMetadata,
  type ImprovementRow,
} from './improvements.store.ts'
import { computeContextDigest } from './measure/answer-with-wording.ts'

export type RunRef = {
  readonly actor: Actor
  readonly projectId: string
  readonly id: string
  readonly kind: ImprovementRow['kind']
}

type RunOfProject = {
  readonly tenant: Tenant
  readonly row: ImprovementRow
  readonly parts: ProjectParts
}

const nouns = { prompts: 'improvement', profiles: 'comparison' } as const

/** Finds a run. Refuses actors who may not see the project. */
export async function findRun(
  ctx: Pick<Context, 'db'>,
  { actor, projectId, id, kind }: RunRef,
): Promise<RunOfProject> {
  const parts = await loadProject(ctx, { actor, projectId })
  const tenant = tenantOf(ctx, actor)
  const row = await findImprovement(tenant, { projectId, id, kind })
  if (!row) throw notFound(nouns[kind])
  return { tenant, row, parts }
}

export async function cancelRun(
  ctx: Pick<Context, 'db' | 'jobs'>,
  ref: RunRef,
): Promise<ImprovementRow> {
  const { tenant, row } = await findRun(ctx, ref)
  await endImprovement(tenant, { id: row.id, state: 'cancelled' })
  await ctx.jobs.cancel([toImprovementJobKey(row.id)])
  return (await findRun(ctx, ref)).row
}

type MeasuredField = Pick<RunRef, 'projectId' | 'id'> & {
  readonly parts: ProjectParts
  readonly key: string
}

/** Whether anything that the answers depend on has changed since they were measured, such as a model, a setting or another prompt. */
export async function hasContextChanged(
  tenant: Tenant,
  { projectId, id, parts, key }: MeasuredField,
): Promise<boolean> {
  const measuredMetadata = ToolMetadata.parse(await findMeasuredMetadata(tenant, { projectId, id }))
  const currentMetadata = buildCandidate(parts)
  return computeContextDigest(measuredMetadata, key) !== computeContextDigest(currentMetadata, key)
}
