import { defaultPostamble, defaultPreamble } from '@recto/extraction/assemble-prompt'
import { invalid } from '../../../platform/app-error.ts'
import { type Actor, tenantOf } from '../../../platform/context.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import { assertMembers, recordChange } from '../../organizations/organizations.port.ts'
import { addDefaultProfile } from '../profiles/add-default-profile.ts'
import {
  type EditableProject,
  insertProject,
  type ProjectRow,
  replaceProjectShares,
} from '../rows/projects.store.ts'
import { assertChallengerChosen } from './assert-challenger.ts'
import { assertNewAdaptersUsable, type ProjectDependencies } from './assert-new-adapters-usable.ts'

type RequiredFields = Pick<ProjectRow, 'name' | 'description' | 'author'>

type CreateProjectRequest = {
  readonly actor: Actor
  readonly values: EditableProject & RequiredFields
  readonly sharedWith?: readonly number[] | undefined
}

/**
 * Creates a project, with a profile of the actor's default adapters if these are complete and
 * usable.
 */
export async function createProject(
  ctx: ProjectDependencies,
  { actor, values, sharedWith = [] }: CreateProjectRequest,
): Promise<ProjectRow> {
  assertChallengerChosen(values)
  await assertNewAdaptersUsable(ctx, actor, { changes: values })
  await assertMembers(tenantOf(ctx, actor), sharedWith)

  return inTransaction(tenantOf(ctx, actor), async (tenant) => {
    const project = await insertProject(tenant, {
      ...values,
      preamble: values.preamble ?? defaultPreamble,
      postamble: values.postamble ?? defaultPostamble,
      createdBy: actor.userId,
      modifiedBy: actor.userId,
    })
    if (!project) throw projectNameTaken(values.name)
    await replaceProjectShares(tenant, project.id, sharedWith)
    await addDefaultProfile(tenant, { actor, projectId: project.id })
    const subject = { type: 'project', id: project.id, name: project.name }
    await recordChange(tenant, actor, {
      action: 'project.created',
      subject,
      after: { name: project.name, description: project.description },
    })
    return project
  })
}

export const projectNameTaken = (name: string) =>
  invalid('name', `A project with the name “${name}” already exists.`)
