import { maxVersions } from '@recto/contract/tools/tool-versions'
import type { Selectable } from 'kysely'
import type { Tables, Tenant } from '../../platform/db/database.ts'
import { toStorableJson } from '../../platform/db/sql-text.ts'
import type { ToolRow } from './tools.store.ts'

export type ToolVersionRow = Selectable<Tables['tool_version']>

/** Saves the current tool as a version. Call it in the transaction that has written the tool. */
export async function saveToolVersion(
  tenant: Tenant,
  tool: ToolRow,
  restoredFrom: number | null = null,
): Promise<ToolVersionRow> {
  const { db, organizationId } = tenant
  const [latestVersion] = await listVersionRows(tenant, tool.id)
  const version = (latestVersion?.version ?? 0) + 1
  const savedVersion = await db
    .insertInto('tool_version')
    .values({
      organization_id: organizationId,
      tool_id: tool.id,
      version,
      name: tool.name,
      description: tool.description,
      icon: tool.icon,
      metadata: toStorableJson(tool.metadata),
      restored_from: restoredFrom,
      created_by: tool.modified_by,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await db
    .deleteFrom('tool_version')
    .where('organization_id', '=', organizationId)
    .where('tool_id', '=', tool.id)
    .where('version', '<=', version - maxVersions)
    .execute()
  return savedVersion
}

/** Lists versions, newest first. */
export async function listVersionRows(
  { db, organizationId }: Tenant,
  toolId: string,
): Promise<ToolVersionRow[]> {
  return db
    .selectFrom('tool_version')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('tool_id', '=', toolId)
    .orderBy('version', 'desc')
    .execute()
}
