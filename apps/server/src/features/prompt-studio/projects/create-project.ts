import { defaultPostamble, defaultPreamble } from '@recto/extraction/default-instructions'
import { invalid } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import { assertMembers, recordChange } from '../../organizations/organizations.port.ts'
import { addDefaultProfile } from '../profiles/add-default-profile.ts'
import {
  type EditableProject,
  insertProject,
  type ProjectRow,
  replaceProjectShares,
} from '../rows/projects.store.ts'
import { assertChallenger } from './assert-challenger.ts'
import { assertNamedAdapters } from './assert-named-adapters.ts'

type Named = Pick<ProjectRow, 'name' | 'description' | 'author'>

type Input = {
  readonly actor: Actor
  readonly values: EditableProject & Named
  readonly sharedWith?: readonly number[] | undefined
}

/** A profile of the actor's default adapters is made with it, when they are complete and usable. */
export async function createProject(
  ctx: Pick<Context, 'db'>,
  { actor, values, sharedWith = [] }: Input,
): Promise<ProjectRow> {
  assertChallenger(values)
  await assertNamedAdapters(ctx, actor, { changes: values })
  await assertMembers(tenantOf(ctx, actor), sharedWith)

  return inTransaction(tenantOf(ctx, actor), async (tenant) => {
    const project = await insertProject(tenant, {
      ...values,
      preamble: values.preamble ?? defaultPreamble,
      postamble: values.postamble ?? defaultPostamble,
      createdBy: actor.userId,
      modifiedBy: actor.userId,
    })
    if (!project) throw nameTaken(values.name)
    await replaceProjectShares(tenant, project.id, sharedWith)
    await addDefaultProfile(tenant, { actor, projectId: project.id })
    const subject = { type: 'project', id: project.id, name: project.name }
    await recordChange(tenant, actor, { action: 'project.created', subject })
    return project
  })
}

export const nameTaken = (name: string) =>
  invalid('name', `A project with the name “${name}” already exists.`)
