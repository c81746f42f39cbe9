import type { ProjectFields } from '@recto/contract/prompt-studio'
import { defaultPostamble, defaultPreamble } from '@recto/extraction/default-instructions'
import { invalid } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import { assertAdaptersUsable } from '../../adapters/adapters.port.ts'
import { assertMembers } from '../../organizations/organizations.port.ts'
import { addDefaultProfile } from '../profiles/add-default-profile.ts'
import { projectColumns } from './project-columns.ts'
import { insertProject, type ProjectRow, replaceProjectShares } from './projects.store.ts'

type Input = { readonly actor: Actor; readonly fields: ProjectFields }

/** A profile of the actor's default adapters is made with it, when they are complete and usable. */
export async function createProject(
  ctx: Pick<Context, 'db'>,
  { actor, fields }: Input,
): Promise<ProjectRow> {
  const adapters = [fields.challenge_llm, fields.monitor_llm].filter((id) => typeof id === 'string')
  await assertAdaptersUsable(ctx, actor, adapters)
  await assertMembers(tenantOf(ctx, actor), fields.shared_users ?? [])

  return inTransaction(tenantOf(ctx, actor), async (tenant) => {
    const project = await insertProject(tenant, {
      preamble: defaultPreamble,
      postamble: defaultPostamble,
      ...projectColumns(fields),
      name: fields.tool_name,
      description: fields.description,
      author: fields.author,
      created_by: actor.userId,
      modified_by: actor.userId,
    })
    if (!project) throw nameTaken(fields.tool_name)
    await replaceProjectShares(tenant, project.id, fields.shared_users ?? [])
    await addDefaultProfile(tenant, { actor, projectId: project.id })
    return project
  })
}

export const nameTaken = (name: string) =>
  invalid('tool_name', `A project with the name “${name}” already exists.`)
