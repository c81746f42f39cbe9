import type { ProjectFile } from '@recto/contract/prompt-studio/project-files'
import { conflict } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { inTransaction, type Tenant } from '../../../platform/db/database.ts'
import { assertAdaptersUsable } from '../../adapters/adapters.port.ts'
import { projectNameTaken } from '../projects/create-project.ts'
import {
  type CreatedProject,
  createPortableProject,
  generateNames,
  type NewProjectOptions,
} from './create-portable-project.ts'
import { type ChosenAdapters, parsePortableProject } from './map-project-file.ts'
import { assertAdaptersExist, listAdapterIds } from './replace-profiles.ts'

type ImportProjectRequest = {
  readonly actor: Actor
  readonly file: ProjectFile
  /** Replace the adapters of every profile in the file. */
  readonly adapters: ChosenAdapters
  /** Whether a project that would differ from its file is refused. */
  readonly refusesChanges: boolean
}

/** Creates a project from a file, completely or not at all. A taken name gets a number, unless changes are refused. */
export async function importProject(
  ctx: Pick<Context, 'db'>,
  { actor, file, adapters, refusesChanges }: ImportProjectRequest,
): Promise<CreatedProject> {
  const adapterIds = Object.values(adapters).filter((id) => id !== undefined)
  await assertAdaptersUsable(ctx, actor, adapterIds)
  const tenant = tenantOf(ctx, actor)
  const portable = await parsePortableProject(tenant, file, adapters)
  if (refusesChanges) {
    assertAdaptersExist(file, portable, 'file')
    await assertAdaptersUsable(ctx, actor, listAdapterIds(portable))
  }
  const { tool_name: name } = file.tool_metadata
  const create = refusesChanges ? createUnchanged : createWithFreeName
  return inTransaction(tenant, (transaction) => create(transaction, { actor, name, portable }))
}

async function createWithFreeName(
  tenant: Tenant,
  { name: wantedName, ...options }: NewProjectOptions,
): Promise<CreatedProject> {
  for (const name of generateNames(wantedName)) {
    const createdProject = await createPortableProject(tenant, { ...options, name })
    if (createdProject) return createdProject
  }
  throw conflict('There are too many projects with this name. Rename some of them first.')
}

/** Throws if the project would differ from its file; it does not exist then. */
async function createUnchanged(
  tenant: Tenant,
  options: NewProjectOptions,
): Promise<CreatedProject> {
  const createdProject = await createPortableProject(tenant, options)
  if (!createdProject) throw projectNameTaken(options.name)
  const { changes } = createdProject
  if (changes.length > 0) throw conflict(changes.join(' '))
  return createdProject
}
