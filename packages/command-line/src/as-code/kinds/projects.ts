import { maxProfiles } from '@recto/contract/prompt-studio/profiles'
import { ProjectFile, projectFormat } from '@recto/contract/prompt-studio/project-files'
import { EnforceType } from '@recto/contract/prompt-studio/prompt-fields'
import type { ListedProject } from '@recto/contract/prompt-studio/prompt-studio'
import { z } from 'zod'
import { verifyProject } from '../../verify-project.ts'
import {
  type DesiredObject,
  type Inventory,
  noSecrets,
  type ObjectKind,
  type ObjectReference,
  type StoredObject,
  type Values,
} from '../kind.ts'
import { adapterKey } from './adapters.ts'
import { parseSpec } from './settings.ts'

const { tool_metadata, tool_settings, profiles, prompts } = ProjectFile.shape
const AdapterName = z.string().min(1).max(255)

const Profile = profiles
  .unwrap()
  .element.extend({
    llm: AdapterName,
    vector_store: AdapterName,
    embedding_model: AdapterName,
    x2text: AdapterName,
    escalation_llm: AdapterName.nullable().default(null),
  })
  .strict()

const Spec = z.strictObject({
  ...tool_metadata.omit({ tool_name: true }).shape,
  settings: tool_settings.strict(),
  profiles: z.array(Profile).max(maxProfiles).default([]),
  prompts: z
    .array(prompts.element.extend({ enforce_type: EnforceType.default('text') }).strict())
    .max(2000)
    .default([]),
  /** Whether workflows can use it: `true` exports it as a tool after each change. */
  published: z.boolean().default(false),
  shared_with_organization: z.boolean().default(false),
})
type Spec = z.output<typeof Spec>

const file = (id: string) => `prompt-studio/project-transfer/${id}/`

type PublishedState = { readonly state: boolean | 'older'; readonly toolId: string | undefined }

/** Finds out whether the project is exported as it is. */
async function readPublished({ platform }: Inventory, id: string): Promise<PublishedState> {
  const query = new URLSearchParams({ custom_tool: id })
  const [tool] = await platform.send<{ prompt_registry_id: string }[]>(
    'GET',
    `prompt-studio/registry/?${query}`,
  )
  if (!tool) return { state: false, toolId: undefined }
  const versions = await platform.send<{ version: number }[]>(
    'GET',
    `prompt-studio/${id}/versions/`,
  )
  const from = versions[0]?.version
  if (from === undefined) return { state: 'older', toolId: tool.prompt_registry_id }
  const { changes } = await platform.send<{ changes: readonly unknown[] }>(
    'GET',
    `prompt-studio/${id}/versions/compare/?from=${from}`,
  )
  return { state: changes.length === 0 || 'older', toolId: tool.prompt_registry_id }
}

async function readProject(inventory: Inventory, row: ListedProject): Promise<StoredObject> {
  const { tool_id: id, tool_name: name } = row
  const content = await inventory.platform.send<ProjectFile>('GET', file(id))
  const { tool_name: _, ...head } = content.tool_metadata
  const { state, toolId } = await readPublished(inventory, id)
  if (toolId !== undefined) inventory.add('tool', name, toolId)
  const spec = Spec.parse({
    ...head,
    settings: content.tool_settings,
    profiles: content.profiles ?? [],
    prompts: content.prompts,
    shared_with_organization: row.shared_to_org,
  })
  return { kind: 'project', name, id, spec: { ...spec, published: state }, secrets: noSecrets }
}

function toFile({ name, spec }: { readonly name: string; readonly spec: Spec }): Values {
  const { settings, profiles, prompts, published: _, shared_with_organization: __, ...head } = spec
  return {
    tool_metadata: { tool_name: name, ...head },
    tool_settings: settings,
    profiles,
    prompts,
    export_metadata: projectFormat,
  }
}

function listReferences({ spec }: DesiredObject): ObjectReference[] {
  const { settings, profiles, prompts } = parseSpec(Spec, spec)
  const references: ObjectReference[] = []
  const add = (field: string, type: string, name: string | null) => {
    if (name) references.push({ kind: 'adapter', key: adapterKey(type, name), field })
  }
  add('settings.challenge_llm', 'LLM', settings.challenge_llm)
  add('settings.monitor_llm', 'LLM', settings.monitor_llm)
  for (const [index, profile] of profiles.entries()) {
    const toPath = (field: string) => `profiles.${index}.${field}`
    add(toPath('llm'), 'LLM', profile.llm)
    add(toPath('escalation_llm'), 'LLM', profile.escalation_llm)
    add(toPath('vector_store'), 'VECTOR_DB', profile.vector_store)
    add(toPath('embedding_model'), 'EMBEDDING', profile.embedding_model)
    add(toPath('x2text'), 'X2TEXT', profile.x2text)
  }
  for (const [index, { match_to }] of prompts.entries()) {
    if (match_to)
      references.push({
        kind: 'lookup-table',
        key: match_to.table,
        field: `prompts.${index}.match_to.table`,
      })
  }
  return references
}

async function importProject({ platform }: Inventory, content: Values): Promise<string> {
  const form = new FormData()
  const blob = new Blob([JSON.stringify(content)], { type: 'application/json' })
  form.append('file', blob, 'project.json')
  // Otherwise a person who has created a project of this name in between would get a second one.
  form.append('refuses_changes', 'true')
  const path = 'prompt-studio/project-transfer/'
  return (await platform.upload<{ readonly tool_id: string }>(path, form)).tool_id
}

type Shared = {
  readonly shared_to_org: boolean
  readonly shared_users: readonly { readonly id: number }[]
}

/**
 * Exports the project as a tool. It stays shared with those people who have it. Expected values are answered first,
 * because the server refuses an export that was not compared with them, or answers them worse.
 */
async function publish(inventory: Inventory, name: string, id: string, isShared: boolean) {
  await verifyProject(inventory.platform, id)
  const path = `prompt-studio/export/${id}`
  const sharing = await inventory.platform.send<Shared | undefined>('GET', path)
  await inventory.platform.send('POST', path, {
    is_shared_with_org: isShared || (sharing?.shared_to_org ?? false),
    user_id: (sharing?.shared_users ?? []).map((user) => user.id),
    force_export: true,
  })
  const { toolId } = await readPublished(inventory, id)
  if (toolId !== undefined) inventory.add('tool', name, toolId)
}

/** Prompts are numbered in their order, and the first profile is the default one, unless the file says otherwise. */
function completeProject(spec: Values): Values {
  const { profiles, prompts } = parseSpec(Spec, spec)
  const defaultIndex = Math.max(
    0,
    profiles.findIndex(({ is_default }) => is_default),
  )
  return {
    ...spec,
    profiles: profiles.map((profile, index) => ({
      ...profile,
      is_default: index === defaultIndex,
    })),
    prompts: prompts.map((prompt, index) => ({
      ...prompt,
      sequence_number: prompt.sequence_number ?? index + 1,
    })),
  }
}

export const projectKind: ObjectKind = {
  kind: 'project',
  folder: 'projects',
  spec: Spec,
  async list(inventory) {
    const { platform } = inventory
    const query = 'prompt-studio/?include_prompts=false'
    const projects = await platform.send<ListedProject[]>('GET', query)
    const objects: StoredObject[] = []
    for (const project of projects) objects.push(await readProject(inventory, project))
    return objects
  },
  references: listReferences,
  complete: completeProject,
  findFixedField: (desiredObject, storedObject) =>
    // An exported project stays a tool.
    desiredObject.spec.published === false && storedObject.spec.published !== false
      ? 'published'
      : undefined,
  async save(inventory, desiredObject, storedObject) {
    const { name } = desiredObject
    const spec = parseSpec(Spec, desiredObject.spec)
    const content = toFile({ name, spec })
    const { platform } = inventory
    const id = storedObject?.id ?? (await importProject(inventory, content))
    if (storedObject) {
      const body = { data: content, replaces_all: true }
      await platform.send('POST', `prompt-studio/${id}/sync-prompts/`, body)
    }
    const isShared = spec.shared_with_organization
    if (isShared !== (storedObject?.spec.shared_with_organization ?? false))
      await platform.send('PATCH', `prompt-studio/${id}/`, { shared_to_org: isShared })
    if (spec.published) await publish(inventory, name, id, isShared)
    return id
  },
  remove: ({ platform }, { id }) => platform.send('DELETE', `prompt-studio/${id}/`),
}
