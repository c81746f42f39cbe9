import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { AnsweringNeeds } from '../answering/answering.port.ts'
import { assertMembers, recordChange } from '../organizations/organizations.port.ts'
import { readProject } from '../prompt-studio/prompt-studio.port.ts'
import { assertAllRun, assertExportable } from './assert-exportable.ts'
import { assertRunnable } from './assert-runnable.ts'
import { describeTool } from './tool-metadata.ts'
import { keepVersion } from './tool-versions.store.ts'
import { replaceToolShares, saveTool, type ToolRow } from './tools.store.ts'
import { guardPublishing } from './verifications/guard-publishing.ts'

type Input = {
  readonly actor: Actor
  readonly projectId: string
  readonly isSharedToOrg: boolean
  readonly userIds: readonly number[]
  readonly isForced: boolean
  /** Why it is published although truths speak against it. */
  readonly overrideReason?: string | undefined
}

/**
 * Makes a tool of the project as it is now. Whoever works on the project may use it; others are
 * named, or it is for the whole organization. What answers truths worse than the published version is refused.
 */
export async function exportTool(
  ctx: AnsweringNeeds & Pick<Context, 'config' | 'events' | 'leaving'>,
  { actor, projectId, isSharedToOrg, userIds, isForced, overrideReason }: Input,
): Promise<ToolRow> {
  const parts = await readProject(ctx, { actor, projectId })
  const { project, peopleIds } = parts
  const outer = tenantOf(ctx, actor)
  const defaultProfile = assertExportable(parts)
  await assertRunnable(ctx, outer, { ...parts, defaultProfile })
  if (!isForced) assertAllRun(parts, defaultProfile)
  await assertMembers(outer, userIds, 'userIds')
  const overridden = await guardPublishing(ctx, { actor, projectId, parts, overrideReason })

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
    const { version } = await keepVersion(tenant, tool)
    if (overridden) {
      await recordChange(tenant, actor, {
        action: 'verification.overridden',
        subject: { type: 'tool', id: tool.id, name: tool.name },
        after: { version, ...overridden },
      })
    }
    return tool
  })
}
