import type { ProjectFile } from '@recto/contract/prompt-studio/project-files'
import { conflict, invalid } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { inTransaction, type Tenant } from '../../../platform/db/database.ts'
import type { AnsweringDependencies } from '../../answering/answering.port.ts'
import { recordChange } from '../../organizations/organizations.port.ts'
import { removeIndexVectors } from '../documents/remove-vectors.ts'
import { areAdaptersUsable } from '../profiles/add-default-profile.ts'
import { assertNoProfileSees } from '../profiles/assert-model-sees.ts'
import { getProject } from '../rows/access.ts'
import { listProfilesOfProjects } from '../rows/profiles.store.ts'
import { changeProject, lockProject, type ProjectRow } from '../rows/projects.store.ts'
import {
  changePrompt,
  deletePromptRow,
  insertPrompt,
  listPromptsOfProjects,
  type PromptRow,
} from '../rows/prompts.store.ts'
import { saveRemoved } from '../rows/removed.store.ts'
import { loadPortableProject } from './clone-project.ts'
import { createPortableProject, generateNames, toPromptFields } from './create-portable-project.ts'
import { parsePortableProject } from './map-project-file.ts'
import type { PortableProject, PortablePrompt } from './portable-project.ts'
import { assertAdaptersExist, replaceProfiles } from './replace-profiles.ts'

type SyncPromptsRequest = {
  readonly actor: Actor
  readonly projectId: string
  readonly file: ProjectFile
  /** Whether a backup copy of the project is created first. */
  readonly createsCopy: boolean
  /** Whether the project also gets the description, author, icon and profiles of the file. */
  readonly replacesAll: boolean
}

export type SyncResult = {
  readonly deletedCount: number
  readonly createdCount: number
  readonly changedCount: number
  readonly backup: Pick<ProjectRow, 'id' | 'name'> | undefined
}

/**
 * Replaces the prompts and settings of a project by those of a file, completely or not at all.
 * Prompts with the same key keep their outputs and expected values; the others can be restored for
 * a while.
 */
export async function syncPrompts(
  ctx: AnsweringDependencies & Pick<Context, 'log'>,
  { actor, projectId, file, createsCopy, replacesAll }: SyncPromptsRequest,
): Promise<SyncResult> {
  const project = await getProject(ctx, { actor, projectId })
  const portable = await parsePortableProject(tenantOf(ctx, actor), file, {})
  if (replacesAll) assertAdaptersExist(file, portable, 'data')
  const result = await inTransaction(tenantOf(ctx, actor), async (tenant) => {
    await lockProject(tenant, projectId)
    const backup = createsCopy ? await createBackup(tenant, actor, project) : undefined
    const profiles = replacesAll
      ? await replaceProfiles(tenant, { actor, project, portable })
      : undefined
    const settings = replacesAll
      ? { ...portable.project, modifiedBy: actor.userId }
      : await resolveSettings(tenant, actor, portable)
    const changedProject = await changeProject(tenant, projectId, settings)
    await assertNoProfileSees(tenant, changedProject ?? project, 'data')
    const counts = await replacePrompts(tenant, { actor, projectId, portable })
    await recordChange(tenant, actor, {
      action: 'project.prompts-replaced',
      subject: { type: 'project', id: projectId, name: project.name },
      after: {
        created: counts.createdCount,
        changed: counts.changedCount,
        deleted: counts.deletedCount,
        ...profiles?.counts,
      },
    })
    return { backup, removedIndexes: profiles?.removedIndexes ?? [], ...counts }
  })
  // Vectors are in another database, so that removing them cannot be part of the transaction.
  await removeIndexVectors(ctx, tenantOf(ctx, actor), result.removedIndexes)
  return result
}

async function createBackup(
  tenant: Tenant,
  actor: Actor,
  project: ProjectRow,
): Promise<ProjectRow> {
  const portable = await loadPortableProject(tenant, project)
  for (const name of generateNames(`${project.name.slice(0, 240)} (backup)`)) {
    const createdProject = await createPortableProject(tenant, {
      actor,
      name,
      portable,
      sourceId: project.id,
    })
    if (createdProject) return createdProject.project
  }
  throw conflict('There are too many copies of this project. Delete some of them first.')
}

/** Settings of adapters that the actor may not use are not changed. */
async function resolveSettings(tenant: Tenant, actor: Actor, { project }: PortableProject) {
  const { description: _, author: __, icon: ___, ...settings } = project
  const findUsable = async (id: string | null) =>
    id && (await areAdaptersUsable(tenant, actor, [id])) ? id : undefined
  const challengeLlmId = await findUsable(project.challengeLlmId)
  return {
    ...settings,
    challengeLlmId,
    enableChallenge: challengeLlmId ? project.enableChallenge : undefined,
    monitorLlmId: await findUsable(project.monitorLlmId),
    modifiedBy: actor.userId,
  }
}

type ReplacePromptsOptions = {
  readonly actor: Actor
  readonly projectId: string
  readonly portable: PortableProject
}

async function replacePrompts(
  tenant: Tenant,
  { actor, projectId, portable }: ReplacePromptsOptions,
): Promise<Pick<SyncResult, 'deletedCount' | 'createdCount' | 'changedCount'>> {
  const profiles = await listProfilesOfProjects(tenant, [projectId])
  const profileIds = new Map(profiles.map(({ id, name }) => [name, id]))
  const currentPrompts = await listPromptsOfProjects(tenant, [projectId])
  const newPrompts = portable.prompts
  assertUniqueKeys(newPrompts)
  const removedPrompts = currentPrompts.filter(
    (prompt) => !newPrompts.some((newPrompt) => isSamePrompt(prompt, newPrompt)),
  )
  for (const { id } of removedPrompts) {
    const item = { id, projectId, kind: 'prompt', hash: null } as const
    await saveRemoved(tenant, { ...item, removedBy: actor.userId })
    await deletePromptRow(tenant, id)
  }
  let createdCount = 0
  for (const prompt of newPrompts) {
    const existingPrompt = currentPrompts.find((current) => isSamePrompt(current, prompt))
    const fields = {
      ...toPromptFields(prompt, profileIds, existingPrompt?.table_settings_id),
      modifiedBy: actor.userId,
    }
    if (existingPrompt) await changePrompt(tenant, existingPrompt.id, fields)
    else {
      await insertPrompt(tenant, { projectId, ...fields, createdBy: actor.userId })
      createdCount += 1
    }
  }
  return {
    deletedCount: removedPrompts.length,
    createdCount,
    changedCount: newPrompts.length - createdCount,
  }
}

/** A note is never the same as a prompt, even with the same key. */
const isSamePrompt = (
  { key, prompt_type }: Pick<PromptRow, 'key' | 'prompt_type'>,
  portablePrompt: Pick<PortablePrompt, 'key' | 'promptType'>,
) => key === portablePrompt.key && prompt_type === portablePrompt.promptType

function assertUniqueKeys(prompts: readonly PortablePrompt[]): void {
  const keys = new Set<string>()
  for (const { key } of prompts) {
    if (keys.has(key)) throw invalid('data', `The key “${key}” appears twice.`, 'unique')
    keys.add(key)
  }
}
