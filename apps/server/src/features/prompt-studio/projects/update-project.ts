import { isDeepStrictEqual } from 'node:util'
import { omitUndefined } from '@recto/omit-undefined'
import { forbidden } from '../../../platform/app-error.ts'
import { type Actor, tenantOf } from '../../../platform/context.ts'
import { inTransaction, type Tenant } from '../../../platform/db/database.ts'
import { assertMembers, recordChange, userEmails } from '../../organizations/organizations.port.ts'
import { assertNoProfileSees } from '../profiles/assert-model-sees.ts'
import { markSummarizerProfile } from '../profiles/set-default-profile.ts'
import { getProject, hasProjectPermission } from '../rows/access.ts'
import type { AssertUnchanged } from '../rows/assert-unchanged.ts'
import { findProfile } from '../rows/profiles.store.ts'
import {
  changeProject,
  type EditableProject,
  listProjectShares,
  listProjectsById,
  lockProject,
  type ProjectRow,
  replaceProjectShares,
} from '../rows/projects.store.ts'
import { assertChallengerChosen } from './assert-challenger.ts'
import { assertChecks } from './assert-checks.ts'
import {
  assertNewAdaptersUsable,
  assertWritesText,
  type ProjectDependencies,
} from './assert-new-adapters-usable.ts'
import { projectNameTaken } from './create-project.ts'

type UpdateProjectRequest = {
  readonly actor: Actor
  readonly projectId: string
  readonly changes: EditableProject
  /** Replaces the whole list. */
  readonly sharedWith?: readonly number[] | undefined
  /** The profile that summarizes documents. */
  readonly summarizerId?: string | null | undefined
  /** Present if the caller says what it has seen. */
  readonly assertUnchanged?: AssertUnchanged<ProjectRow> | undefined
}

/**
 * Updates a project. Clients send whole rows back, so a field only counts as changed if it differs
 * from what is stored.
 */
export async function updateProject(
  ctx: ProjectDependencies,
  { actor, projectId, changes, ...request }: UpdateProjectRequest,
): Promise<ProjectRow> {
  const project = await getProject(ctx, { actor, projectId })
  const { db, organizationId } = tenantOf(ctx, actor)
  const sharedWith = await findChangedShares({ db, organizationId }, project, request)
  const isShared = changes.sharedToOrg ?? project.shared_to_org
  const isSharingChanged = sharedWith !== undefined || isShared !== project.shared_to_org
  const mayShare = () => hasProjectPermission(ctx, actor, 'project/share', { project })
  if (isSharingChanged && !(await mayShare())) throw forbidden()
  await assertMembers({ db, organizationId }, sharedWith ?? [])
  const currentAdapterIds = [project.challenge_llm_id, project.monitor_llm_id]
  await assertNewAdaptersUsable(ctx, actor, { changes, currentIds: currentAdapterIds })

  assertChallengerChosen(changes, project)
  await assertNewSummarizer(ctx, { db, organizationId }, request.summarizerId)
  await assertChecks({ db, organizationId }, project, changes.checks)

  return inTransaction({ db, organizationId }, async (tenant) => {
    await lockAndAssertUnchanged(tenant, projectId, request.assertUnchanged)
    const updatedProject = await changeProject(tenant, projectId, {
      ...changes,
      modifiedBy: actor.userId,
    })
    if (!updatedProject) throw projectNameTaken(changes.name ?? project.name)
    await assertNoProfileSees(tenant, updatedProject)
    if (sharedWith) await replaceProjectShares(tenant, projectId, sharedWith)
    if (isSharingChanged) {
      await recordChange(tenant, actor, {
        action: 'project.shared',
        subject: { type: 'project', id: projectId, name: updatedProject.name },
        before: { shared_to_org: project.shared_to_org },
        after: omitUndefined({
          shared_to_org: isShared,
          users: sharedWith && (await listEmails(tenant, sharedWith)),
        }),
      })
    }
    await recordSettings(tenant, actor, { project, updatedProject })
    if (request.summarizerId) {
      await markSummarizerProfile(tenant, { projectId, profileId: request.summarizerId })
    }
    return updatedProject
  })
}

/** Clients send the summarizer that a project has already with every change, so only a new one is checked. */
async function assertNewSummarizer(
  ctx: ProjectDependencies,
  tenant: Tenant,
  profileId: string | null | undefined,
): Promise<void> {
  const profile = profileId ? await findProfile(tenant, profileId) : undefined
  if (!profile || profile.is_summarizer) return
  await assertWritesText(ctx, tenant, { field: 'summarizerId', id: profile.llm_id })
}

type ChangedProject = { readonly project: ProjectRow; readonly updatedProject: ProjectRow }

/**
 * Columns that are recorded as sharing, that say who changed the project when, or which document is
 * shown.
 */
const otherColumns: readonly string[] = [
  'shared_to_org',
  'modified_by',
  'modified_at',
  'selected_document',
]

/** Records the settings that have changed, if any. */
async function recordSettings(
  tenant: Tenant,
  actor: Actor,
  { project, updatedProject }: ChangedProject,
): Promise<void> {
  const previousValues = new Map<string, unknown>(Object.entries(project))
  const changes = Object.entries(updatedProject).filter(
    ([name, value]) =>
      !otherColumns.includes(name) && !isDeepStrictEqual(previousValues.get(name), value),
  )
  if (changes.length === 0) return
  await recordChange(tenant, actor, {
    action: 'project.changed',
    subject: { type: 'project', id: project.id, name: updatedProject.name },
    before: Object.fromEntries(changes.map(([name]) => [name, previousValues.get(name)])),
    after: Object.fromEntries(changes),
  })
}

async function listEmails(tenant: Tenant, userIds: readonly number[]): Promise<string[]> {
  return [...(await userEmails(tenant, userIds)).values()]
}

async function lockAndAssertUnchanged(
  tenant: Tenant,
  projectId: string,
  assertExpected: UpdateProjectRequest['assertUnchanged'],
): Promise<void> {
  if (!assertExpected) return
  await lockProject(tenant, projectId)
  const [current] = await listProjectsById(tenant, [projectId])
  await assertExpected(tenant, current)
}

async function findChangedShares(
  tenant: Tenant,
  { id }: ProjectRow,
  { sharedWith }: Pick<UpdateProjectRequest, 'sharedWith'>,
): Promise<readonly number[] | undefined> {
  if (!sharedWith) return undefined
  const currentShares = (await listProjectShares(tenant, [id])).get(id) ?? []
  const isUnchanged =
    currentShares.length === sharedWith.length &&
    sharedWith.every((user) => currentShares.includes(user))
  return isUnchanged ? undefined : sharedWith
}
