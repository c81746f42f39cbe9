import type { ProjectFile } from '@recto/contract/prompt-studio/project-files'
import { conflict } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import { assertAdaptersUsable } from '../../adapters/adapters.port.ts'
import {
  type CreatedProject,
  createPortableProject,
  generateNames,
} from './create-portable-project.ts'
import { type ChosenAdapters, parsePortableProject } from './map-project-file.ts'

type ImportProjectRequest = {
  readonly actor: Actor
  readonly file: ProjectFile
  /** Replace the adapters of every profile in the file. */
  readonly adapters: ChosenAdapters
}

/** Creates a project from a file, completely or not at all. A taken name gets a number. */
export async function importProject(
  ctx: Pick<Context, 'db'>,
  { actor, file, adapters }: ImportProjectRequest,
): Promise<CreatedProject> {
  const adapterIds = Object.values(adapters).filter((id) => id !== undefined)
  await assertAdaptersUsable(ctx, actor, adapterIds)
  const tenant = tenantOf(ctx, actor)
  const portable = await parsePortableProject(tenant, file, adapters)
  return inTransaction(tenant, async (transaction) => {
    for (const name of generateNames(file.tool_metadata.tool_name)) {
      const createdProject = await createPortableProject(transaction, { actor, name, portable })
      if (createdProject) return createdProject
    }
    throw conflict('There are too many projects with this name. Rename some of them first.')
  })
}
