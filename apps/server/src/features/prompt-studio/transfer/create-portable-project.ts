import { randomUUID } from 'node:crypto'
import { invalid } from '../../../platform/app-error.ts'
import type { Actor } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { recordChange } from '../../organizations/organizations.port.ts'
import { areAdaptersUsable } from '../profiles/add-default-profile.ts'
import { assertNoProfileSees } from '../profiles/assert-model-sees.ts'
import { insertProject, type ProjectRow } from '../rows/projects.store.ts'
import { insertPrompt } from '../rows/prompts.store.ts'
import { addProfiles, type FindUsableAdapter } from './add-profiles.ts'
import type { PortableProject, PortablePrompt } from './portable-project.ts'

export type NewProjectOptions = {
  readonly actor: Actor
  readonly name: string
  readonly portable: PortableProject
  readonly sourceId?: string | null
}

export type CreatedProject = {
  readonly project: ProjectRow
  /** Messages for the actor about what differs from the original. */
  readonly changes: readonly string[]
  readonly hasProfile: boolean
}

/**
 * Creates a project of the actor that is shared with nobody. Adapters that the actor may not use
 * are replaced by their default ones. Returns `undefined` if the name is taken. Call it in a
 * transaction.
 */
export async function createPortableProject(
  tenant: Tenant,
  { actor, name, portable, sourceId = null }: NewProjectOptions,
): Promise<CreatedProject | undefined> {
  const changes: string[] = []
  const findUsable: FindUsableAdapter = async (id) =>
    id && (await areAdaptersUsable(tenant, actor, [id])) ? id : undefined
  const challengeLlmId = (await findUsable(portable.project.challengeLlmId)) ?? null
  const wasChallenged = portable.project.enableChallenge
  const enableChallenge = wasChallenged && challengeLlmId !== null
  if (wasChallenged !== enableChallenge) {
    changes.push('LLMChallenge is off, because its language model is not available to you.')
  }
  const project = await insertProject(tenant, {
    ...portable.project,
    name,
    challengeLlmId,
    enableChallenge,
    sourceProjectId: sourceId,
    monitorLlmId: (await findUsable(portable.project.monitorLlmId)) ?? null,
    ...getAuthorFields(actor),
  })
  if (!project) return undefined
  const projectId = project.id
  const profileIds = await addProfiles(tenant, { actor, projectId, portable, findUsable, changes })
  await assertNoProfileSees(tenant, project, 'file')
  await addPrompts(tenant, { actor, projectId, portable, profileIds })
  await recordChange(tenant, actor, {
    action: 'project.created',
    subject: { type: 'project', id: projectId, name },
    after: { name, description: project.description, copy_of: sourceId },
  })
  return { project, changes, hasProfile: profileIds.size > 0 }
}

const getAuthorFields = ({ userId }: Actor) => ({ createdBy: userId, modifiedBy: userId })

/** The columns of a prompt. Its table settings keep their id, if they have one. */
export const toPromptFields = (
  { profileName, ...prompt }: PortablePrompt,
  profileIds: ReadonlyMap<string, string>,
  tableSettingsId: string | null = null,
) => ({
  ...prompt,
  profileId: profileIds.get(profileName ?? '') ?? null,
  tableSettingsId: prompt.tableSettings && (tableSettingsId ?? randomUUID()),
})

type AddPromptsOptions = Pick<NewProjectOptions, 'actor' | 'portable'> & {
  readonly projectId: string
  readonly profileIds: ReadonlyMap<string, string>
}

async function addPrompts(
  tenant: Tenant,
  { actor, portable, projectId, profileIds }: AddPromptsOptions,
): Promise<void> {
  for (const prompt of portable.prompts) {
    const newPrompt = await insertPrompt(tenant, {
      projectId,
      ...toPromptFields(prompt, profileIds),
      ...getAuthorFields(actor),
    })
    if (!newPrompt) throw invalid('file', `The key “${prompt.key}” appears twice.`, 'unique')
  }
}

const maxAttempts = 100

/** Yields the name, then the name with numbers. */
export function* generateNames(name: string): Generator<string> {
  yield name
  for (let count = 2; count <= maxAttempts; count++) {
    const suffix = ` (${count})`
    yield `${name.slice(0, 255 - suffix.length)}${suffix}`
  }
}
