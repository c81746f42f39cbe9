import { sql } from 'kysely'
import type { Tables, Tenant } from './database.ts'

/** A column whose foreign key keeps the row that it refers to from being deleted. */
type Referrer = {
  [Table in keyof Tables]: {
    readonly table: Table
    readonly column: keyof Tables[Table] & `${string}_id`
  }
}[keyof Tables]

/** Rows of rooms above refer to a workflow, which must not know them. A new kind is added here. */
export const workflowReferrers: readonly Referrer[] = [
  { table: 'api_deployment', column: 'workflow_id' },
]

/** Whether a row of the tenant's refers to the one with this id. */
export async function isReferredTo(
  { db, organizationId }: Tenant,
  referrers: readonly Referrer[],
  id: string,
): Promise<boolean> {
  const checks = referrers.map(
    ({ table, column }) =>
      sql`exists (select from ${sql.table(table)}
        where organization_id = ${organizationId} and ${sql.ref(column)} = ${id})`,
  )
  const { rows } = await sql<{ used: boolean }>`
    select ${sql.join(checks, sql` or `)} as used`.execute(db)
  return rows[0]?.used === true
}
