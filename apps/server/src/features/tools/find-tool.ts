import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { isUuid } from '../../platform/is-uuid.ts'
import { type Tool, toTool } from './tool.ts'
import { isToolUsable } from './tools.policy.ts'
import { listToolRows, listToolShares, type ToolRow } from './tools.store.ts'

/** By the id under which workflows know it. */
export async function findTool(
  _ctx: Pick<Context, 'db'>,
  tenant: Tenant,
  toolId: string,
): Promise<Tool | undefined> {
  if (!isUuid(toolId)) return undefined
  const [row] = await listToolRows(tenant, { ids: [toolId] })
  return row && toTool(row)
}

/** The tools that the actor may use, by name. */
export async function listTools(ctx: Pick<Context, 'db'>, actor: Actor): Promise<readonly Tool[]> {
  const tenant = tenantOf(ctx, actor)
  return (await usableRows(tenant, actor, await listToolRows(tenant))).map(toTool)
}

export async function mayUseTool(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
  toolId: string,
): Promise<boolean> {
  if (!isUuid(toolId)) return false
  const tenant = tenantOf(ctx, actor)
  const rows = await listToolRows(tenant, { ids: [toolId] })
  return (await usableRows(tenant, actor, rows)).length > 0
}

/** What lists show of tools, also of those that the reader may not use. */
export async function toolNames(
  tenant: Tenant,
  toolIds: readonly string[],
): Promise<ReadonlyMap<string, { readonly name: string; readonly icon: string }>> {
  const rows = await listToolRows(tenant, { ids: [...new Set(toolIds)].filter(isUuid) })
  return new Map(rows.map(({ id, name, icon }) => [id, { name, icon }]))
}

export async function usableRows(
  tenant: Tenant,
  actor: Actor,
  rows: readonly ToolRow[],
): Promise<readonly ToolRow[]> {
  const shares = await listToolShares(
    tenant,
    rows.map(({ id }) => id),
  )
  return rows.filter((row) => isToolUsable(actor, row, shares.get(row.id) ?? []))
}
