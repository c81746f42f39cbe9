import { sql } from 'kysely'
import type { Tables, Tenant } from './database.ts'

type Owned = {
  [Table in keyof Tables]: 'created_by' extends keyof Tables[Table]
    ? 'organization_id' extends keyof Tables[Table]
      ? Table
      : never
    : never
}[keyof Tables]

/** What stays when the one who made it leaves. A new kind is added here. */
const tables: readonly Owned[] = [
  'adapter',
  'connector',
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

/** Gives all that one member made in the organization to another. */
export async function passOwnership(
  { db, organizationId }: Tenant,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<void> {
  for (const table of tables) {
    await sql`update ${sql.table(table)} set created_by = ${to}
      where organization_id = ${organizationId} and created_by = ${from}`.execute(db)
  }
}
