import { forbidden } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import { assertMembers, recordChange, userEmails } from '../../organizations/organizations.port.ts'
import { markSummarizer } from '../profiles/mark-profile.ts'
import type { AssertExpected } from '../rows/assert-expected.ts'
import { getProject } from '../rows/get-project.ts'
import { mayWithProject } from '../rows/may-with-project.ts'
import {
  changeProject,
  type EditableProject,
  listProjectShares,
  listProjectsById,
  lockProject,
  type ProjectRow,
  replaceProjectShares,
} from '../rows/projects.store.ts'
import { assertChallenger } from './assert-challenger.ts'
import { assertChecks } from './assert-checks.ts'
import { assertNamedAdapters } from './assert-named-adapters.ts'
import { nameTaken } from './create-project.ts'

type Input = {
  readonly actor: Actor
  readonly projectId: string
  readonly changes: EditableProject
  /** Replaces the whole list. */
  readonly sharedWith?: readonly number[] | undefined
  /** The profile that is to summarise. */
  readonly summarizerId?: string | null | undefined
  /** Where the caller says what it saw. */
  readonly assertExpected?: AssertExpected<ProjectRow> | undefined
}

/**
 * Clients send the whole row of a list back, so a field counts as changed only when it differs from
 * what is stored.
 */
export async function updateProject(
  ctx: Pick<Context, 'db'>,
  { actor, projectId, changes, ...input }: Input,
): Promise<ProjectRow> {
  const project = await getProject(ctx, { actor, projectId })
  const { db, organizationId } = tenantOf(ctx, actor)
  const sharedWith = await changedShares({ db, organizationId }, project, input)
  const isShared = changes.sharedToOrg ?? project.shared_to_org
  const isSharingChanged = sharedWith !== undefined || isShared !== project.shared_to_org
  const mayShare = () => mayWithProject(ctx, actor, 'project/share', { project })
  if (isSharingChanged && !(await mayShare())) throw forbidden()
  await assertMembers({ db, organizationId }, sharedWith ?? [])
  const before = [project.challenge_llm_id, project.monitor_llm_id]
  await assertNamedAdapters(ctx, actor, { changes, before })

  assertChallenger(changes, project)
  await assertChecks({ db, organizationId }, project, changes.checks)

  return inTransaction({ db, organizationId }, async (tenant) => {
    await assertSeen(tenant, projectId, input.assertExpected)
    const updated = await changeProject(tenant, projectId, {
      ...changes,
      modifiedBy: actor.userId,
    })
    if (!updated) throw nameTaken(changes.name ?? project.name)
    if (sharedWith) await replaceProjectShares(tenant, projectId, sharedWith)
    if (isSharingChanged) {
      await recordChange(tenant, actor, {
        action: 'project.shared',
        subject: { type: 'project', id: projectId, name: updated.name },
        before: { shared_to_org: project.shared_to_org },
        after: {
          shared_to_org: isShared,
          ...(sharedWith && { users: await emailsOf(tenant, sharedWith) }),
        },
      })
    }
    if (input.summarizerId) {
      await markSummarizer(tenant, { projectId, profileId: input.summarizerId })
    }
    return updated
  })
}

async function emailsOf(tenant: Tenant, userIds: readonly number[]): Promise<string[]> {
  return [...(await userEmails(tenant, userIds)).values()]
}

async function assertSeen(
  tenant: Parameters<typeof lockProject>[0],
  projectId: string,
  assertExpected: Input['assertExpected'],
): Promise<void> {
  if (!assertExpected) return
  await lockProject(tenant, projectId)
  const [now] = await listProjectsById(tenant, [projectId])
  await assertExpected(tenant, now)
}

async function changedShares(
  tenant: Tenant,
  { id }: ProjectRow,
  { sharedWith }: Pick<Input, 'sharedWith'>,
): Promise<readonly number[] | undefined> {
  if (!sharedWith) return undefined
  const before = (await listProjectShares(tenant, [id])).get(id) ?? []
  const isSame =
    before.length === sharedWith.length && sharedWith.every((user) => before.includes(user))
  return isSame ? undefined : sharedWith
}
