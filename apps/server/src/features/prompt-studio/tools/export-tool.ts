import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import { assertMembers } from '../../organizations/organizations.port.ts'
import { listProfilesOfProjects } from '../profiles/profiles.store.ts'
import { getProject } from '../projects/get-project.ts'
import { listProjectShares } from '../projects/projects.store.ts'
import { listPromptsOfProjects } from '../prompts/prompts.store.ts'
import { listCoverage } from '../runs/outputs.store.ts'
import { assertExportable } from './assert-exportable.ts'
import { describeTool } from './describe-tool.ts'
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
  const project = await getProject(ctx, { actor, projectId })
  const outer = tenantOf(ctx, actor)
  const projectIds = [projectId]
  const [profiles, prompts, runs, shares] = await Promise.all([
    listProfilesOfProjects(outer, projectIds),
    listPromptsOfProjects(outer, projectIds),
    listCoverage(outer, projectIds),
    listProjectShares(outer, projectIds),
  ])
  const defaultProfile = assertExportable({ profiles, prompts, runs, isForced })
  await assertMembers(outer, userIds, 'user_id')

  return inTransaction(outer, async (tenant) => {
    const tool = await saveTool(tenant, {
      projectId,
      name: project.name,
      description: project.description,
      icon: project.icon,
      metadata: describeTool({ project, prompts, profiles, defaultProfile }),
      isSharedToOrg,
      userId: actor.userId,
    })
    const owner = project.created_by === null ? [] : [project.created_by]
    const people = new Set([...owner, ...(shares.get(projectId) ?? []), ...userIds])
    await replaceToolShares(tenant, tool.id, isSharedToOrg ? [] : [...people])
    return tool
  })
}
