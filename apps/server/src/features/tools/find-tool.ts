import { permits } from '@recto/contract/policy/permits'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { isUuid } from '../../platform/strings.ts'
import { buildBuiltInTool } from './built-in/built-in-tools.ts'
import { builtInToolIds, isBuiltInTool, type Tool, type ToolStep, toTool } from './tool.ts'
import { ToolMetadata } from './tool-metadata.ts'
import { findNewestVersion, findVersionRow } from './tool-versions.store.ts'
import { listToolRows, listToolShares, type ToolRow } from './tools.store.ts'

/**
 * Finds a tool by the id that workflows store. A built-in tool takes its adapters from the settings
 * of the step.
 */
export async function findTool(
  _ctx: Pick<Context, 'db'>,
  tenant: Tenant,
  toolId: string,
  settings: Readonly<Record<string, unknown>> = {},
): Promise<Tool | undefined> {
  if (isBuiltInTool(toolId)) return buildBuiltInTool(toolId, settings)
  if (!isUuid(toolId)) return undefined
  const [row] = await listToolRows(tenant, { ids: [toolId] })
  return row && toTool(row)
}

/**
 * Finds the tool as a workflow runs it, in the version that the definition names. Returns `undefined` if the tool or
 * this version of it no longer exists.
 */
export async function findToolOfStep(
  ctx: Pick<Context, 'db'>,
  tenant: Tenant,
  { toolId, toolVersion, settings }: ToolStep,
): Promise<Tool | undefined> {
  const tool = await findTool(ctx, tenant, toolId, settings)
  if (!tool || tool.builtIn || toolVersion === undefined) return tool
  const row = await findVersionRow(tenant, { toolId, version: toolVersion })
  if (!row) return undefined
  const { name, description, icon } = row
  return { ...tool, name, description, icon, metadata: ToolMetadata.parse(row.metadata) }
}

/** Finds the number of the newest version of a tool; `undefined` for a built-in tool. */
export const findNewestToolVersion = async (
  tenant: Tenant,
  toolId: string,
): Promise<number | undefined> => (isUuid(toolId) ? findNewestVersion(tenant, toolId) : undefined)

/**
 * Lists the tools that the actor may use, by name; built-in tools, which everybody may use, come
 * last.
 */
export async function listUsableTools(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
): Promise<readonly Tool[]> {
  const tenant = tenantOf(ctx, actor)
  const exportedTools = (await filterUsableTools(tenant, actor, await listToolRows(tenant))).map(
    toTool,
  )
  return [...exportedTools, ...builtInToolIds.map((id) => buildBuiltInTool(id))]
}

export async function canUseTool(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
  toolId: string,
): Promise<boolean> {
  if (isBuiltInTool(toolId)) return true
  if (!isUuid(toolId)) return false
  const tenant = tenantOf(ctx, actor)
  const rows = await listToolRows(tenant, { ids: [toolId] })
  return (await filterUsableTools(tenant, actor, rows)).length > 0
}

/** Returns what lists show of tools, including tools that the reader may not use. */
export async function getToolNames(
  tenant: Tenant,
  toolIds: readonly string[],
): Promise<ReadonlyMap<string, { readonly name: string; readonly icon: string }>> {
  const ids = [...new Set(toolIds)]
  const rows = await listToolRows(tenant, { ids: ids.filter(isUuid) })
  const tools = [...rows, ...ids.filter(isBuiltInTool).map((id) => buildBuiltInTool(id))]
  return new Map(tools.map(({ id, name, icon }) => [id, { name, icon }]))
}

export async function filterUsableTools(
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

type SharedTool = { readonly created_by: number | null; readonly shared_to_org: boolean }

/** Whether the actor may use the tool in a workflow; `sharedWith` are the named users. */
function isToolUsable(actor: Actor, tool: SharedTool, sharedWith: readonly number[]): boolean {
  return permits(actor, 'tool/see', { ...tool, sharedWith })
}
