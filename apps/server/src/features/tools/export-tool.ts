import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { makeToolVersionLive } from '../../platform/db/live-workflows.ts'
import type { AnsweringDependencies } from '../answering/answering.port.ts'
import { assertMembers, recordChange, userEmails } from '../organizations/organizations.port.ts'
import { loadProject } from '../prompt-studio/prompt-studio.port.ts'
import { assertAllPromptsRun, assertExportable } from './assert-exportable.ts'
import { assertRunnable } from './assert-runnable.ts'
import { assertNoRegressions } from './regression-tests/assert-no-regressions.ts'
import { buildToolMetadata } from './tool-metadata.ts'
import { saveToolVersion } from './tool-versions.store.ts'
import { replaceToolShares, saveTool, type ToolRow } from './tools.store.ts'

type ExportToolRequest = {
  readonly actor: Actor
  readonly projectId: string
  readonly isSharedToOrg: boolean
  readonly userIds: readonly number[]
  /** Exports although some prompts were never run. A regression needs a reason all the same. */
  readonly allowsPromptsNotRun: boolean
  /** Reason for exporting despite regressions. */
  readonly overrideReason?: string | undefined
}

/**
 * Exports the current project as a tool. Everybody who works on the project may use it, and the
 * named users or the whole organization. Refused when it answers expected values worse than the
 * last exported version.
 */
export async function exportTool(
  ctx: AnsweringDependencies & Pick<Context, 'config' | 'events' | 'shutdownSignal'>,
  {
    actor,
    projectId,
    isSharedToOrg,
    userIds,
    allowsPromptsNotRun,
    overrideReason,
  }: ExportToolRequest,
): Promise<ToolRow> {
  const parts = await loadProject(ctx, { actor, projectId })
  const { project, collaboratorIds } = parts
  const tenant = tenantOf(ctx, actor)
  const defaultProfile = assertExportable(parts)
  await assertRunnable(ctx, tenant, { ...parts, defaultProfile })
  if (!allowsPromptsNotRun) assertAllPromptsRun(parts, defaultProfile)
  await assertMembers(tenant, userIds, 'userIds')
  const override = await assertNoRegressions(ctx, { actor, projectId, parts, overrideReason })

  return inTransaction(tenant, async (transaction) => {
    const tool = await saveTool(transaction, {
      projectId,
      name: project.name,
      description: project.description,
      icon: project.icon,
      metadata: buildToolMetadata({ ...parts, defaultProfile }),
      isSharedToOrg,
      userId: actor.userId,
    })
    const userIdsToShare = new Set([...collaboratorIds, ...userIds])
    await replaceToolShares(transaction, tool.id, isSharedToOrg ? [] : [...userIdsToShare])
    const { version } = await saveToolVersion(transaction, tool)
    const { userId } = actor
    const emails = await userEmails(transaction, userIds)
    await makeToolVersionLive(transaction, { toolId: tool.id, toolVersion: version, userId })
    await recordChange(transaction, actor, {
      action: 'tool.exported',
      subject: { type: 'tool', id: tool.id, name: tool.name },
      before: { version: version > 1 ? version - 1 : null },
      after: { version, shared_to_org: isSharedToOrg, users: [...emails.values()] },
    })
    if (override) {
      await recordChange(transaction, actor, {
        action: 'verification.overridden',
        subject: { type: 'tool', id: tool.id, name: tool.name },
        after: { version, ...override },
      })
    }
    return tool
  })
}
