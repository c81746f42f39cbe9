import type { Tenant } from '../../../platform/db/database.ts'

/** First tag and creation time of an execution. */
export type ExecutionTag = { readonly tag: string | null; readonly createdAt: Date }

export async function findExecutionTags(
  { db, organizationId }: Tenant,
  executionIds: readonly string[],
): Promise<ReadonlyMap<string, ExecutionTag>> {
  if (executionIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('execution')
    .select(['id', 'tags', 'created_at'])
    .where('organization_id', '=', organizationId)
    .where('id', 'in', executionIds)
    .execute()
  return new Map(
    rows.map(({ id, tags, created_at: createdAt }) => [id, { tag: tags[0] ?? null, createdAt }]),
  )
}
