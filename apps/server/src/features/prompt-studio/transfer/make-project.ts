import { randomUUID } from 'node:crypto'
import { invalid } from '../../../platform/app-error.ts'
import type { Actor } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { storableJson } from '../../../platform/db/storable.ts'
import { areUsable } from '../profiles/add-default-profile.ts'
import { insertProject, type ProjectRow } from '../rows/projects.store.ts'
import { insertPrompt } from '../rows/prompts.store.ts'
import { addProfiles, type Usable } from './add-profiles.ts'
import type { PortableProject, PortablePrompt } from './portable-project.ts'

type Input = {
  readonly actor: Actor
  readonly name: string
  readonly portable: PortableProject
  readonly sourceId?: string | null
}

export type MadeProject = {
  readonly project: ProjectRow
  /** What became otherwise than it was, in words for the actor. */
  readonly changes: readonly string[]
  readonly hasProfile: boolean
}

/**
 * Makes a project of the actor's own, shared with nobody. An adapter that the actor may not use gives way
 * to their default one. Returns `undefined` when the name is taken. Call it in a transaction.
 */
export async function makeProject(
  tenant: Tenant,
  { actor, name, portable, sourceId = null }: Input,
): Promise<MadeProject | undefined> {
  const changes: string[] = []
  const usable: Usable = async (id) =>
    id && (await areUsable(tenant, actor, [id])) ? id : undefined
  const challengeLlmId = (await usable(portable.project.challengeLlm)) ?? null
  const wasChallenged = portable.project.enable_challenge
  const enableChallenge = wasChallenged && challengeLlmId !== null
  if (wasChallenged !== enableChallenge) {
    changes.push('LLMChallenge is off: you do not have its language model.')
  }
  const project = await insertProject(tenant, {
    ...settingsOf(portable),
    ...{ name, challengeLlmId, enableChallenge, sourceProjectId: sourceId },
    monitorLlmId: (await usable(portable.project.monitorLlm)) ?? null,
    ...byOf(actor),
  })
  if (!project) return undefined
  const projectId = project.id
  const profileIds = await addProfiles(tenant, { actor, projectId, portable, usable, changes })
  await addPrompts(tenant, { actor, projectId, portable, profileIds })
  return { project, changes, hasProfile: profileIds.size > 0 }
}

const byOf = ({ userId }: Actor) => ({ createdBy: userId, modifiedBy: userId })

/** What a project has of its own settings, but for its name and its adapters. */
export const settingsOf = ({ project }: PortableProject) => ({
  description: project.description,
  author: project.author,
  icon: project.icon,
  summarizeContext: project.summarize_context,
  summarizeAsSource: project.summarize_as_source,
  summarizePrompt: project.summarize_prompt,
  preamble: project.preamble,
  postamble: project.postamble,
  grammar: project.grammar,
  excludeFailed: project.exclude_failed,
  singlePass: project.single_pass,
  enableHighlight: project.enable_highlight,
  enableEmbeddedData: project.enable_embedded_data,
  masking: project.masking,
  hiddenTextPolicy: project.hidden_text_policy,
  checks: project.checks,
  customData: project.custom_data,
})

/** What a prompt has of its own, but for how a table is read. */
export const fieldsOfPrompt = (
  prompt: PortablePrompt,
  profileIds: ReadonlyMap<string, string>,
) => ({
  key: prompt.key,
  prompt: prompt.prompt,
  promptType: prompt.prompt_type,
  profileId: profileIds.get(prompt.profileName ?? '') ?? null,
  sequenceNumber: prompt.sequence_number,
  enforceType: prompt.enforce_type,
  required: prompt.required,
  active: prompt.active,
  isAssert: prompt.is_assert,
  assertPrompt: prompt.assert_prompt,
  assertionFailurePrompt: prompt.assertion_failure_prompt,
  evaluation: prompt.evaluation,
})

type NewPrompts = Pick<Input, 'actor' | 'portable'> & {
  readonly projectId: string
  readonly profileIds: ReadonlyMap<string, string>
}

async function addPrompts(
  tenant: Tenant,
  { actor, portable, projectId, profileIds }: NewPrompts,
): Promise<void> {
  for (const prompt of portable.prompts) {
    const { table_settings } = prompt
    const made = await insertPrompt(tenant, {
      projectId,
      ...fieldsOfPrompt(prompt, profileIds),
      tableSettings: table_settings && storableJson(table_settings),
      tableSettingsId: table_settings && randomUUID(),
      ...byOf(actor),
    })
    if (!made) throw invalid('file', `The key “${prompt.key}” is there twice.`, 'unique')
  }
}
