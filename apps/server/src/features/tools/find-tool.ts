import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { isUuid } from '../../platform/is-uuid.ts'
import { builtInTool } from './built-in/built-in-tools.ts'
import { builtInTools, isBuiltIn } from './built-in-names.ts'
import { type Tool, toTool } from './tool.ts'
import { isToolUsable } from './tools.policy.ts'
import { listToolRows, listToolShares, type ToolRow } from './tools.store.ts'

/** By the id under which workflows know it. A built-in one gets its adapters from the settings of its step. */
export async function findTool(
  _ctx: Pick<Context, 'db'>,
  tenant: Tenant,
  toolId: string,
  settings: Readonly<Record<string, unknown>> = {},
): Promise<Tool | undefined> {
  if (isBuiltIn(toolId)) return builtInTool(toolId, settings)
  if (!isUuid(toolId)) return undefined
  const [row] = await listToolRows(tenant, { ids: [toolId] })
  return row && toTool(row)
}

/** The tools that the actor may use, by name; the built-in ones, which anybody may use, are the last. */
export async function listTools(ctx: Pick<Context, 'db'>, actor: Actor): Promise<readonly Tool[]> {
  const tenant = tenantOf(ctx, actor)
  const exported = (await usableRows(tenant, actor, await listToolRows(tenant))).map(toTool)
  return [...exported, ...builtInTools.map((id) => builtInTool(id))]
}

export async function mayUseTool(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
  toolId: string,
): Promise<boolean> {
  if (isBuiltIn(toolId)) return true
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
  const ids = [...new Set(toolIds)]
  const rows = await listToolRows(tenant, { ids: ids.filter(isUuid) })
  const all = [...rows, ...ids.filter(isBuiltIn).map((id) => builtInTool(id))]
  return new Map(all.map(({ id, name, icon }) => [id, { name, icon }]))
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
