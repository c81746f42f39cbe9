import { type Actor, tenantOf } from '../../platform/context.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { AnsweringNeeds } from '../answering/answering.port.ts'
import { assertMembers } from '../organizations/organizations.port.ts'
import { readProject } from '../prompt-studio/prompt-studio.port.ts'
import { assertAllRun, assertExportable } from './assert-exportable.ts'
import { assertRunnable } from './assert-runnable.ts'
import { describeTool } from './tool-metadata.ts'
import { keepVersion } from './tool-versions.store.ts'
import { replaceToolShares, saveTool, type ToolRow } from './tools.store.ts'

type Input = {
  readonly actor: Actor
  readonly projectId: string
  readonly isSharedToOrg: boolean
  readonly userIds: readonly number[]
  readonly isForced: boolean
}

/**
 * Makes a tool of the project as it is now. Whoever works on the project may use it; others are
 * named, or it is for the whole organization.
 */
export async function exportTool(
  ctx: AnsweringNeeds,
  { actor, projectId, isSharedToOrg, userIds, isForced }: Input,
): Promise<ToolRow> {
  const parts = await readProject(ctx, { actor, projectId })
  const { project, peopleIds } = parts
  const outer = tenantOf(ctx, actor)
  const defaultProfile = assertExportable(parts)
  await assertRunnable(ctx, outer, { ...parts, defaultProfile })
  if (!isForced) assertAllRun(parts, defaultProfile)
  await assertMembers(outer, userIds, 'userIds')

  return inTransaction(outer, async (tenant) => {
    const tool = await saveTool(tenant, {
      projectId,
      name: project.name,
      description: project.description,
      icon: project.icon,
      metadata: describeTool({ ...parts, defaultProfile }),
      isSharedToOrg,
      userId: actor.userId,
    })
    const people = new Set([...peopleIds, ...userIds])
    await replaceToolShares(tenant, tool.id, isSharedToOrg ? [] : [...people])
    await keepVersion(tenant, tool)
    return tool
  })
}
