import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import { assertMembers } from '../organizations/organizations.port.ts'
import { readProject } from '../prompt-studio/prompt-studio.port.ts'
import { assertExportable } from './assert-exportable.ts'
import { describeTool } from './tool-metadata.ts'
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
  ctx: Pick<Context, 'db'>,
  { actor, projectId, isSharedToOrg, userIds, isForced }: Input,
): Promise<ToolRow> {
  const parts = await readProject(ctx, { actor, projectId })
  const { project, peopleIds } = parts
  const defaultProfile = assertExportable({ ...parts, isForced })
  const outer = tenantOf(ctx, actor)
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
    return tool
  })
}
