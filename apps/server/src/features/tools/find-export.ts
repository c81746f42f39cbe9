import { omitUndefined } from '@recto/omit-undefined'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { isUuid } from '../../platform/strings.ts'
import { userNames } from '../organizations/organizations.port.ts'
import { listCollaboratorIds } from '../prompt-studio/prompt-studio.port.ts'
import { filterUsableTools } from './find-tool.ts'
import { listToolRows, listToolShares, type ToolRow } from './tools.store.ts'

type Person = { readonly id: number; readonly username: string }

export type ExportInfo = {
  readonly name: string
  readonly sharedWith: readonly Person[]
  readonly isSharedToOrg: boolean
  /** People who work on the project; they may use its tool without being named. */
  readonly projectUsers: readonly Person[]
}

/** Finds with whom the project's tool is shared; `undefined` when it was never exported. */
export async function findExport(
  ctx: Pick<Context, 'db'>,
  { actor, projectId }: { readonly actor: Actor; readonly projectId: string },
): Promise<ExportInfo | undefined> {
  const peopleIds = await listCollaboratorIds(ctx, { actor, projectId })
  const tenant = tenantOf(ctx, actor)
  const [tool] = await listToolRows(tenant, { projectId })
  if (!tool) return undefined
  const sharedWith = (await listToolShares(tenant, [tool.id])).get(tool.id) ?? []
  const people = await userNames(tenant, [...sharedWith, ...peopleIds])
  const toPeople = (ids: readonly number[]) =>
    ids.flatMap((id) => {
      const person = people.get(id)
      return person ? { id, username: person.username } : []
    })
  return {
    name: tool.name,
    sharedWith: toPeople(sharedWith),
    isSharedToOrg: tool.shared_to_org,
    projectUsers: toPeople(peopleIds),
  }
}

type RegistryFilter = {
  readonly toolId?: string | undefined
  readonly projectId?: string | undefined
}

/** Lists the matching tools that the actor may use; none without a filter. */
export async function listRegistry(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
  { toolId, projectId }: RegistryFilter,
): Promise<readonly ToolRow[]> {
  const ids = [toolId, projectId].filter((id) => id !== undefined)
  if (ids.length === 0 || !ids.every(isUuid)) return []
  const tenant = tenantOf(ctx, actor)
  const rows = await listToolRows(
    tenant,
    omitUndefined({
      ids: toolId ? [toolId] : undefined,
      projectId: projectId || undefined,
    }),
  )
  return filterUsableTools(tenant, actor, rows)
}
