import { notFound } from '../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import { projectPeople, readProject } from '../prompt-studio/prompt-studio.port.ts'
import { assertExportable } from './assert-exportable.ts'
import { compareVersions, type VersionChange } from './compare-versions.ts'
import { describeTool, ToolMetadata } from './tool-metadata.ts'
import { keepVersion, listVersionRows, type ToolVersionRow } from './tool-versions.store.ts'
import { listToolRows, resetTool, type ToolRow } from './tools.store.ts'

type Of = { readonly actor: Actor; readonly projectId: string }

/** Newest first; none before the first export. */
export async function listVersions(
  ctx: Pick<Context, 'db'>,
  of: Of,
): Promise<readonly ToolVersionRow[]> {
  const tool = await findTool(ctx, of)
  return tool ? listVersionRows(tenantOf(ctx, of.actor), tool.id) : []
}

type Compared = Of & {
  readonly from: number
  /** Absent: what an export would make of the project now. */
  readonly to: number | undefined
}

export async function compareTool(
  ctx: Pick<Context, 'db'>,
  { actor, projectId, from, to }: Compared,
): Promise<readonly VersionChange[]> {
  const versions = await listVersions(ctx, { actor, projectId })
  const before = metadataOf(versions, from)
  if (to !== undefined) return compareVersions(before, metadataOf(versions, to))
  const parts = await readProject(ctx, { actor, projectId })
  return compareVersions(
    before,
    describeTool({ ...parts, defaultProfile: assertExportable(parts) }),
  )
}

/** Makes an earlier version the newest one again; the project and who may use its tool stay as they are. */
export async function restoreVersion(
  ctx: Pick<Context, 'db'>,
  { actor, projectId, version }: Of & { readonly version: number },
): Promise<ToolVersionRow> {
  const tool = await findTool(ctx, { actor, projectId })
  if (!tool) throw notFound('version')
  return inTransaction(tenantOf(ctx, actor), async (tenant) => {
    const versions = await listVersionRows(tenant, tool.id)
    const wanted = versions.find((one) => one.version === version)
    if (!wanted) throw notFound('version')
    const { name, description, icon, metadata } = wanted
    const values = { name, description, icon, metadata, userId: actor.userId }
    return keepVersion(tenant, await resetTool(tenant, tool.id, values), version)
  })
}

async function findTool(
  ctx: Pick<Context, 'db'>,
  { actor, projectId }: Of,
): Promise<ToolRow | undefined> {
  // Refuses whoever does not see the project.
  await projectPeople(ctx, { actor, projectId })
  const [tool] = await listToolRows(tenantOf(ctx, actor), { projectId })
  return tool
}

function metadataOf(versions: readonly ToolVersionRow[], version: number): ToolMetadata {
  const found = versions.find((one) => one.version === version)
  if (!found) throw notFound('version')
  return ToolMetadata.parse(found.metadata)
}
