import type { ProjectFile } from '@recto/contract/project-files'
import { conflict } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import { assertAdaptersUsable } from '../../adapters/adapters.port.ts'
import { type MadeProject, makeProject } from './make-project.ts'
import { type ChosenAdapters, portableFrom } from './map-project-file.ts'
import { namesFrom } from './names-from.ts'

type Input = {
  readonly actor: Actor
  readonly file: ProjectFile
  /** For every profile, instead of what the file says. */
  readonly adapters: ChosenAdapters
}

/** Makes a project of a file: all of it or nothing. A name that is taken gets a number. */
export async function importProject(
  ctx: Pick<Context, 'db'>,
  { actor, file, adapters }: Input,
): Promise<MadeProject> {
  const chosen = Object.values(adapters).filter((id) => id !== undefined)
  await assertAdaptersUsable(ctx, actor, chosen)
  const tenant = tenantOf(ctx, actor)
  const portable = await portableFrom(tenant, file, adapters)
  return inTransaction(tenant, async (within) => {
    for (const name of namesFrom(file.tool_metadata.tool_name)) {
      const made = await makeProject(within, { actor, name, portable })
      if (made) return made
    }
    throw conflict('There are too many projects of this name. Rename some of them first.')
  })
}
