import type { ProjectChanges } from '@recto/contract/prompt-studio'
import { forbidden } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import { assertAdaptersUsable } from '../../adapters/adapters.port.ts'
import { assertMembers } from '../../organizations/organizations.port.ts'
import { markSummarizer } from '../profiles/mark-profile.ts'
import { nameTaken } from './create-project.ts'
import { getProject } from './get-project.ts'
import { projectColumns } from './project-columns.ts'
import { mayShareProject } from './projects.policy.ts'
import {
  listProjectShares,
  type ProjectRow,
  replaceProjectShares,
  updateProjectRow,
} from './projects.store.ts'

type Input = {
  readonly actor: Actor
  readonly projectId: string
  readonly changes: ProjectChanges
}

/**
 * Clients send the whole row of a list back, so a field counts as changed only when it differs from
 * what is stored.
 */
export async function updateProject(
  ctx: Pick<Context, 'db'>,
  { actor, projectId, changes }: Input,
): Promise<ProjectRow> {
  const project = await getProject(ctx, { actor, projectId })
  const { db, organizationId } = tenantOf(ctx, actor)
  const sharedWith = await changedShares({ db, organizationId }, project, changes)
  const isShared = changes.shared_to_org ?? project.shared_to_org
  const isSharingChanged = sharedWith !== undefined || isShared !== project.shared_to_org
  if (isSharingChanged && !mayShareProject(actor, project)) throw forbidden()
  await assertMembers({ db, organizationId }, sharedWith ?? [])
  await assertAdaptersUsable(ctx, actor, newAdapters(project, changes))

  return inTransaction({ db, organizationId }, async (tenant) => {
    const updated = await updateProjectRow(tenant, projectId, {
      ...projectColumns(changes),
      modified_by: actor.userId,
    })
    if (!updated) throw nameTaken(changes.tool_name ?? project.name)
    if (sharedWith) await replaceProjectShares(tenant, projectId, sharedWith)
    if (changes.summarize_llm_profile) {
      await markSummarizer(tenant, { projectId, profileId: changes.summarize_llm_profile })
    }
    return updated
  })
}

async function changedShares(
  tenant: Parameters<typeof listProjectShares>[0],
  { id }: ProjectRow,
  { shared_users }: ProjectChanges,
): Promise<readonly number[] | undefined> {
  if (!shared_users) return undefined
  const before = (await listProjectShares(tenant, [id])).get(id) ?? []
  const isSame =
    before.length === shared_users.length && shared_users.every((user) => before.includes(user))
  return isSame ? undefined : shared_users
}

function newAdapters(project: ProjectRow, changes: ProjectChanges): string[] {
  const before = [project.challenge_llm_id, project.monitor_llm_id]
  return [changes.challenge_llm, changes.monitor_llm].filter(
    (id) => typeof id === 'string' && !before.includes(id),
  ) as string[]
}
