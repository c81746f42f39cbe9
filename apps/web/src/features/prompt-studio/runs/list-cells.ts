import type { Scope } from '../run.queries.ts'
import type { Cell } from '../run.ts'

/** Restricts a scope; an id that is absent does not restrict it. */
export type CellFilter = {
  readonly promptId?: string | undefined
  readonly profileId?: string | undefined
  readonly documentId?: string | undefined
}

/**
 * Lists the cells of a scope that match the filter; empty if the filter names something outside the
 * scope.
 */
export function listCells(
  { promptId, profileId, documentId }: CellFilter,
  scope: Scope,
): readonly Cell[] {
  const promptIds = filterIds(promptId, scope.promptIds)
  const profileIds = filterIds(profileId, scope.profileIds)
  const documentIds = filterIds(documentId, scope.documentIds)
  return documentIds.flatMap((document) =>
    promptIds.flatMap((prompt) =>
      profileIds.map((profile) => ({ promptId: prompt, profileId: profile, documentId: document })),
    ),
  )
}

const filterIds = (id: string | undefined, ids: readonly string[]): readonly string[] =>
  id === undefined ? ids : ids.filter((candidate) => candidate === id)
