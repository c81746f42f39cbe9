import { type Selectable, sql } from 'kysely'
import type { Tables, Tenant } from '../../../../platform/db/database.ts'

export type HookRow = Selectable<Tables['pipeline_hook']>

export async function findHook(
  { db, organizationId }: Tenant,
  pipelineId: string,
): Promise<HookRow | undefined> {
  return db
    .selectFrom('pipeline_hook')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('pipeline_id', '=', pipelineId)
    .executeTakeFirst()
}

type NewHook = Pick<HookRow, 'sealed_secret' | 'created_by'> & { readonly pipelineId: string }

/** Saves the secret of a pipeline's hook. The earlier one is replaced. */
export async function saveHook(
  { db, organizationId }: Tenant,
  { pipelineId, sealed_secret, created_by }: NewHook,
): Promise<void> {
  await db
    .insertInto('pipeline_hook')
    .values({ organization_id: organizationId, pipeline_id: pipelineId, sealed_secret, created_by })
    .onConflict((conflict) =>
      conflict.column('pipeline_id').doUpdateSet({
        sealed_secret,
        created_by,
        created_at: sql<Date>`now()`,
      }),
    )
    .execute()
}
