import { sql } from 'kysely'
import type { Tenant } from '../../platform/db/database.ts'

type Read = { readonly pages: number; readonly files: number }

/** How many pages were read of how many files. */
export async function countReadPages(
  { db, organizationId }: Tenant,
  executionId: string,
): Promise<Read> {
  return db
    .selectFrom('file_execution')
    .select([
      sql<number>`coalesce(sum(pages), 0)`.as('pages'),
      sql<number>`count(pages)`.as('files'),
    ])
    .where('organization_id', '=', organizationId)
    .where('execution_id', '=', executionId)
    .executeTakeFirstOrThrow()
}
