import { maxVersions } from '@recto/contract/tools/tool-versions'
import type { Selectable } from 'kysely'
import type { Tables, Tenant } from '../../platform/db/database.ts'
import { listToolVersionsInUse } from '../../platform/db/live-workflows.ts'
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
  const versionsInUse = await listToolVersionsInUse(tenant, tool.id)
  await db
    .deleteFrom('tool_version')
    .where('organization_id', '=', organizationId)
    .where('tool_id', '=', tool.id)
    .where('version', '<=', version - maxVersions)
    .$if(versionsInUse.length > 0, (query) => query.where('version', 'not in', versionsInUse))
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

export async function findVersionRow(
  { db, organizationId }: Tenant,
  { toolId, version }: { readonly toolId: string; readonly version: number },
): Promise<ToolVersionRow | undefined> {
  return db
    .selectFrom('tool_version')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('tool_id', '=', toolId)
    .where('version', '=', version)
    .executeTakeFirst()
}

/** Finds the number of the newest version of a tool; `undefined` if there is no such tool. */
export async function findNewestVersion(
  { db, organizationId }: Tenant,
  toolId: string,
): Promise<number | undefined> {
  const { newest } = await db
    .selectFrom('tool_version')
    .select(({ fn }) => fn.max('version').as('newest'))
    .where('organization_id', '=', organizationId)
    .where('tool_id', '=', toolId)
    .executeTakeFirstOrThrow()
  return newest ?? undefined
}
