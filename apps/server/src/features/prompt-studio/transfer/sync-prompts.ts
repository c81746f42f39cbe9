import { randomUUID } from 'node:crypto'
import type { ProjectFile } from '@recto/contract/project-files'
import { conflict, invalid } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import { storableJson } from '../../../platform/db/storable.ts'
import { areUsable } from '../profiles/add-default-profile.ts'
import { getProject } from '../rows/get-project.ts'
import { listProfilesOfProjects } from '../rows/profiles.store.ts'
import { changeProject, lockProject, type ProjectRow } from '../rows/projects.store.ts'
import {
  changePrompt,
  deletePromptRow,
  insertPrompt,
  listPromptsOfProjects,
  type PromptRow,
} from '../rows/prompts.store.ts'
import { keepRemoved } from '../rows/removed.store.ts'
import { readPortable } from './clone-project.ts'
import { fieldsOfPrompt, makeProject, settingsOf } from './make-project.ts'
import { portableFrom } from './map-project-file.ts'
import { namesFrom } from './names-from.ts'
import type { PortableProject, PortablePrompt } from './portable-project.ts'

type Input = {
  readonly actor: Actor
  readonly projectId: string
  readonly file: ProjectFile
  /** Whether a copy of the project as it was is made first. */
  readonly createsCopy: boolean
}

export type Synced = {
  readonly deleted: number
  readonly created: number
  readonly changed: number
  readonly backup: Pick<ProjectRow, 'id' | 'name'> | undefined
}

/**
 * Makes the prompts and settings of a project those of a file: all of it or nothing. A prompt whose key the file
 * has too keeps its outputs and truths; the others can be brought back for a while.
 */
export async function syncPrompts(
  ctx: Pick<Context, 'db'>,
  { actor, projectId, file, createsCopy }: Input,
): Promise<Synced> {
  const project = await getProject(ctx, { actor, projectId })
  const portable = await portableFrom(tenantOf(ctx, actor), file, {})
  return inTransaction(tenantOf(ctx, actor), async (tenant) => {
    await lockProject(tenant, projectId)
    const backup = createsCopy ? await copyOf(tenant, actor, project) : undefined
    await changeProject(tenant, projectId, await settingsFrom(tenant, actor, portable))
    return { backup, ...(await replacePrompts(tenant, { actor, projectId, portable })) }
  })
}

async function copyOf(tenant: Tenant, actor: Actor, project: ProjectRow): Promise<ProjectRow> {
  const portable = await readPortable(tenant, project)
  for (const name of namesFrom(`${project.name.slice(0, 240)} (backup)`)) {
    const made = await makeProject(tenant, { actor, name, portable, sourceId: project.id })
    if (made) return made.project
  }
  throw conflict('There are too many copies of this project. Delete some of them first.')
}

/** What the file says of adapters that the actor may not use stays as it is. */
async function settingsFrom(tenant: Tenant, actor: Actor, portable: PortableProject) {
  const { description: _, author: __, icon: ___, ...settings } = settingsOf(portable)
  const { challengeLlm, enable_challenge } = portable.project
  const mayChallenge = challengeLlm && (await areUsable(tenant, actor, [challengeLlm]))
  return {
    ...settings,
    ...(mayChallenge && { challengeLlmId: challengeLlm, enableChallenge: enable_challenge }),
    modifiedBy: actor.userId,
  }
}

type Replacing = {
  readonly actor: Actor
  readonly projectId: string
  readonly portable: PortableProject
}

async function replacePrompts(
  tenant: Tenant,
  { actor, projectId, portable }: Replacing,
): Promise<Pick<Synced, 'deleted' | 'created' | 'changed'>> {
  const profiles = await listProfilesOfProjects(tenant, [projectId])
  const profileIds = new Map(profiles.map(({ id, name }) => [name, id]))
  const before = await listPromptsOfProjects(tenant, [projectId])
  const wanted = portable.prompts
  assertKeys(wanted)
  const gone = before.filter((one) => !wanted.some((other) => isSame(one, other)))
  for (const { id } of gone) {
    const item = { id, projectId, kind: 'prompt', hash: null } as const
    await keepRemoved(tenant, { ...item, removedBy: actor.userId })
    await deletePromptRow(tenant, id)
  }
  let created = 0
  for (const prompt of wanted) {
    const fields = {
      ...fieldsOfPrompt(prompt, profileIds),
      modifiedBy: actor.userId,
    }
    const known = before.find((one) => isSame(one, prompt))
    const tableSettingsId = prompt.table_settings && (known?.table_settings_id ?? randomUUID())
    const table = {
      tableSettingsId,
      tableSettings: prompt.table_settings && storableJson(prompt.table_settings),
    }
    if (known) await changePrompt(tenant, known.id, { ...fields, ...table })
    else {
      await insertPrompt(tenant, { projectId, ...fields, ...table, createdBy: actor.userId })
      created += 1
    }
  }
  return { deleted: gone.length, created, changed: wanted.length - created }
}

/** A note that has the key of a prompt is another thing. */
const isSame = (
  { key, prompt_type }: Pick<PromptRow, 'key' | 'prompt_type'>,
  other: Pick<PortablePrompt, 'key' | 'prompt_type'>,
) => key === other.key && prompt_type === other.prompt_type

function assertKeys(prompts: readonly PortablePrompt[]): void {
  const keys = new Set<string>()
  for (const { key } of prompts) {
    if (keys.has(key)) throw invalid('data', `The key “${key}” is there twice.`, 'unique')
    keys.add(key)
  }
}
