import type { Scope } from '../run.queries.ts'
import type { Cell } from '../run.ts'

/** What a run is to cover; a dimension that is not named is all of it. */
export type RunScope = {
  readonly promptId?: string | undefined
  readonly profileId?: string | undefined
  readonly documentId?: string | undefined
}

/** Every cell of a scope; none where what it names is not there. */
export function cellsOf(
  { promptId, profileId, documentId }: RunScope,
  all: Scope,
): readonly Cell[] {
  const prompts = chosen(promptId, all.promptIds)
  const profiles = chosen(profileId, all.profileIds)
  const documents = chosen(documentId, all.documentIds)
  return documents.flatMap((document) =>
    prompts.flatMap((prompt) =>
      profiles.map((profile) => ({ promptId: prompt, profileId: profile, documentId: document })),
    ),
  )
}

const chosen = (id: string | undefined, all: readonly string[]): readonly string[] =>
  id === undefined ? all : all.filter((it) => it === id)
