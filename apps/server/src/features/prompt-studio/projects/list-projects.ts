import { notFound } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import {
  countVisibleProjects,
  listVisibleProjects,
  type ProjectRow,
  type WantedProjects,
} from '../rows/projects.store.ts'

export async function listProjects(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
  wanted?: WantedProjects,
): Promise<readonly ProjectRow[]> {
  return listVisibleProjects(tenantOf(ctx, actor), actor, wanted)
}

type Page = { readonly count: number; readonly projects: readonly ProjectRow[] }

/** The first page of an empty list exists; any page past the end does not. */
export async function pageOfProjects(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
  wanted: WantedProjects,
): Promise<Page> {
  const [count, projects] = await Promise.all([
    countVisibleProjects(tenantOf(ctx, actor), actor, wanted),
    listProjects(ctx, actor, wanted),
  ])
  if (projects.length === 0 && wanted.window && wanted.window.page > 1) throw notFound('page')
  return { count, projects }
}
