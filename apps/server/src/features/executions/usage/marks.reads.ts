import type { Tenant } from '../../../platform/db/database.ts'

/** What an execution was marked with, and when it was taken in. */
export type Marks = { readonly tag: string | null; readonly at: Date }

export async function findMarks(
  { db, organizationId }: Tenant,
  executionIds: readonly string[],
): Promise<ReadonlyMap<string, Marks>> {
  if (executionIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('execution')
    .select(['id', 'tags', 'created_at'])
    .where('organization_id', '=', organizationId)
    .where('id', 'in', executionIds)
    .execute()
  return new Map(rows.map(({ id, tags, created_at: at }) => [id, { tag: tags[0] ?? null, at }]))
}
