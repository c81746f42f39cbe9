import { type Selectable, sql } from 'kysely'
import type { Tables, Tenant } from '../../platform/db/database.ts'
import { createNamedRowQueries } from '../../platform/db/named-rows.ts'
import { type Viewer, whereVisible } from '../../platform/db/visible-rows.ts'

export type PipelineRow = Selectable<Tables['pipeline']>
export type TickRow = Selectable<Tables['pipeline_tick']>

/** Deleting a pipeline also deletes its keys, notifications and ticks; its runs remain. */
export const {
  find: findPipeline,
  insert: insertPipeline,
  update: changePipeline,
  delete: removePipeline,
} = createNamedRowQueries({ table: 'pipeline', uniqueConstraint: 'pipeline_name_key' })

type Filter = {
  readonly type?: PipelineRow['pipeline_type'] | undefined
  readonly workflowId?: string | undefined
}

/** Returns the pipelines that the viewer may see, newest first. */
export async function findPipelines(
  { db, organizationId }: Tenant,
  viewer: Viewer,
  { type, workflowId }: Filter,
): Promise<PipelineRow[]> {
  let query = db
    .selectFrom('pipeline')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where(whereVisible(viewer, 'pipeline/see', 'pipeline'))
  if (type) query = query.where('pipeline_type', '=', type)
  if (workflowId) query = query.where('workflow_id', '=', workflowId)
  return query.orderBy('created_at', 'desc').orderBy('id').execute()
}

/**
 * Returns a pipeline and locks it until the transaction ends, so that runs are started one after
 * the other.
 */
export async function lockPipeline(
  { db, organizationId }: Tenant,
  id: string,
): Promise<PipelineRow | undefined> {
  return db
    .selectFrom('pipeline')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export async function countRun({ db, organizationId }: Tenant, id: string): Promise<void> {
  await db
    .updateTable('pipeline')
    .set({ run_count: sql<number>`run_count + 1` })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

const maxTicks = 50

export async function findTicks(
  { db, organizationId }: Tenant,
  pipelineId: string,
): Promise<TickRow[]> {
  return db
    .selectFrom('pipeline_tick')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('pipeline_id', '=', pipelineId)
    .orderBy('due_at', 'desc')
    .limit(maxTicks)
    .execute()
}
