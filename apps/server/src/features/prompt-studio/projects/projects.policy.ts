import type { Actor } from '../../../platform/context.ts'

type Owned = { readonly created_by: number | null }

/** Everybody who sees a project works on it; deleting and sharing are its owner's. */
export const mayDeleteProject = (actor: Actor, project: Owned) =>
  project.created_by === actor.userId

export const mayShareProject = (actor: Actor, project: Owned) => project.created_by === actor.userId
