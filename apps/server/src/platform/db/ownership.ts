import { sql } from 'kysely'
import type { Tables, Tenant } from './database.ts'

type OwnedTable = {
  [Table in keyof Tables]: 'created_by' extends keyof Tables[Table]
    ? 'organization_id' extends keyof Tables[Table]
      ? Table
      : never
    : never
}[keyof Tables]

/** Tables whose rows stay when their owner leaves the organization. Add new kinds here. */
const ownedTables: readonly OwnedTable[] = [
  'adapter',
  'connector',
  'lookup_table',
  'lookup_table_version',
  'project',
  'llm_profile',
  'tool',
  'workflow',
  'tool_instance',
  'api_deployment',
  'deployment_key',
  'global_deployment_key',
  'pipeline',
  'notification',
  'execution',
]

/** Transfers everything that one member owns in the organization to another. */
export async function transferOwnership(
  { db, organizationId }: Tenant,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<void> {
  for (const table of ownedTables) {
    await sql`update ${sql.table(table)} set created_by = ${to}
      where organization_id = ${organizationId} and created_by = ${from}`.execute(db)
  }
}
