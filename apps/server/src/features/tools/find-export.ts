import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { isUuid } from '../../platform/is-uuid.ts'
import { userNames } from '../organizations/organizations.port.ts'
import { projectPeople } from '../prompt-studio/prompt-studio.port.ts'
import { usableRows } from './find-tool.ts'
import { listToolRows, listToolShares, type ToolRow } from './tools.store.ts'

type Person = { readonly id: number; readonly username: string }

export type ExportInfo = {
  readonly name: string
  readonly sharedWith: readonly Person[]
  readonly isSharedToOrg: boolean
  /** Those who work on the project: they have its tool without being named. */
  readonly projectUsers: readonly Person[]
}

/** With whom the project's tool is shared; `undefined` when it was never exported. */
export async function findExport(
  ctx: Pick<Context, 'db'>,
  { actor, projectId }: { readonly actor: Actor; readonly projectId: string },
): Promise<ExportInfo | undefined> {
  const peopleIds = await projectPeople(ctx, { actor, projectId })
  const tenant = tenantOf(ctx, actor)
  const [tool] = await listToolRows(tenant, { projectId })
  if (!tool) return undefined
  const sharedWith = (await listToolShares(tenant, [tool.id])).get(tool.id) ?? []
  const people = await userNames(tenant, [...sharedWith, ...peopleIds])
  const named = (ids: readonly number[]) =>
    ids.flatMap((id) => {
      const person = people.get(id)
      return person ? { id, username: person.username } : []
    })
  return {
    name: tool.name,
    sharedWith: named(sharedWith),
    isSharedToOrg: tool.shared_to_org,
    projectUsers: named(peopleIds),
  }
}

type Filter = { readonly toolId?: string | undefined; readonly projectId?: string | undefined }

/** The tools that match and that the actor may use; none without a filter. */
export async function listRegistry(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
  { toolId, projectId }: Filter,
): Promise<readonly ToolRow[]> {
  const given = [toolId, projectId].filter((id) => id !== undefined)
  if (given.length === 0 || !given.every(isUuid)) return []
  const tenant = tenantOf(ctx, actor)
  const rows = await listToolRows(tenant, {
    ...(toolId && { ids: [toolId] }),
    ...(projectId && { projectId }),
  })
  return usableRows(tenant, actor, rows)
}
