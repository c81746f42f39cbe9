import { mostVersions } from '@recto/contract/tool-versions'
import type { Selectable } from 'kysely'
import type { Tables, Tenant } from '../../platform/db/database.ts'
import { storableJson } from '../../platform/db/storable.ts'
import type { ToolRow } from './tools.store.ts'

export type ToolVersionRow = Selectable<Tables['tool_version']>

/** Writes down what the tool is now. Call it in the transaction that has just written the tool. */
export async function keepVersion(
  tenant: Tenant,
  tool: ToolRow,
  restoredFrom: number | null = null,
): Promise<ToolVersionRow> {
  const { db, organizationId } = tenant
  const [newest] = await listVersionRows(tenant, tool.id)
  const version = (newest?.version ?? 0) + 1
  const kept = await db
    .insertInto('tool_version')
    .values({
      organization_id: organizationId,
      tool_id: tool.id,
      version,
      name: tool.name,
      description: tool.description,
      icon: tool.icon,
      metadata: storableJson(tool.metadata),
      restored_from: restoredFrom,
      created_by: tool.modified_by,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await db
    .deleteFrom('tool_version')
    .where('organization_id', '=', organizationId)
    .where('tool_id', '=', tool.id)
    .where('version', '<=', version - mostVersions)
    .execute()
  return kept
}

/** Newest first. */
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
