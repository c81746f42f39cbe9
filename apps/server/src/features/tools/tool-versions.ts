import { notFound } from '../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { makeToolVersionLive } from '../../platform/db/live-workflows.ts'
import { recordChange } from '../organizations/organizations.port.ts'
import { listCollaboratorIds, loadProject } from '../prompt-studio/prompt-studio.port.ts'
import { assertExportable } from './assert-exportable.ts'
import { compareVersions, type VersionChange } from './compare-versions.ts'
import { buildToolMetadata, ToolMetadata } from './tool-metadata.ts'
import { listVersionRows, saveToolVersion, type ToolVersionRow } from './tool-versions.store.ts'
import { listToolRows, restoreToolContent, type ToolRow } from './tools.store.ts'

type ProjectRef = { readonly actor: Actor; readonly projectId: string }

/** Lists the versions, newest first; none before the first export. */
export async function listToolVersions(
  ctx: Pick<Context, 'db'>,
  ref: ProjectRef,
): Promise<readonly ToolVersionRow[]> {
  const tool = await findProjectTool(ctx, ref)
  return tool ? listVersionRows(tenantOf(ctx, ref.actor), tool.id) : []
}

type VersionComparison = ProjectRef & {
  readonly from: number
  /** Absent: the project as an export would make it now. */
  readonly to: number | undefined
}

export async function compareToolVersions(
  ctx: Pick<Context, 'db'>,
  { actor, projectId, from, to }: VersionComparison,
): Promise<readonly VersionChange[]> {
  const versions = await listToolVersions(ctx, { actor, projectId })
  const previous = getVersionMetadata(versions, from)
  if (to !== undefined) return compareVersions(previous, getVersionMetadata(versions, to))
  const parts = await loadProject(ctx, { actor, projectId })
  return compareVersions(
    previous,
    buildToolMetadata({ ...parts, defaultProfile: assertExportable(parts) }),
  )
}

/** Makes an earlier version the newest one; the project and who may use its tool do not change. */
export async function restoreToolVersion(
  ctx: Pick<Context, 'db'>,
  { actor, projectId, version }: ProjectRef & { readonly version: number },
): Promise<ToolVersionRow> {
  const tool = await findProjectTool(ctx, { actor, projectId })
  if (!tool) throw notFound('version')
  return inTransaction(tenantOf(ctx, actor), async (tenant) => {
    const versions = await listVersionRows(tenant, tool.id)
    const storedVersion = versions.find((candidate) => candidate.version === version)
    if (!storedVersion) throw notFound('version')
    const { name, description, icon, metadata } = storedVersion
    const values = { name, description, icon, metadata, userId: actor.userId }
    const restoredTool = await restoreToolContent(tenant, tool.id, values)
    const newVersion = await saveToolVersion(tenant, restoredTool, version)
    await makeToolVersionLive(tenant, {
      toolId: tool.id,
      toolVersion: newVersion.version,
      userId: actor.userId,
    })
    await recordChange(tenant, actor, {
      action: 'tool.version-restored',
      subject: { type: 'tool', id: tool.id, name },
      before: { version: newVersion.version - 1 },
      after: { version: newVersion.version, restored_from: version },
    })
    return newVersion
  })
}

async function findProjectTool(
  ctx: Pick<Context, 'db'>,
  { actor, projectId }: ProjectRef,
): Promise<ToolRow | undefined> {
  // Refuses actors who may not see the project.
  await listCollaboratorIds(ctx, { actor, projectId })
  const [tool] = await listToolRows(tenantOf(ctx, actor), { projectId })
  return tool
}

function getVersionMetadata(versions: readonly ToolVersionRow[], version: number): ToolMetadata {
  const storedVersion = versions.find((candidate) => candidate.version === version)
  if (!storedVersion) throw notFound('version')
  return ToolMetadata.parse(storedVersion.metadata)
}
