import type { LookupMatch } from '@recto/contract/lookups/lookup-matches'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import {
  findUsableTables,
  matchValues,
  toText,
  type ValueMatch,
} from '../../lookups/lookups.port.ts'
import { getDocument, getProject } from '../rows/access.ts'
import { loadCurrentValues, type PromptWithProfile } from '../rows/current-values.ts'

type MatchDocumentRequest = {
  readonly actor: Actor
  readonly projectId: string
  readonly documentId: string
}

type PromptMatch = {
  readonly promptId: string
  /** Null if there is no such table or the actor may not use it. */
  readonly tableId: string | null
  /** The value that is matched; null if the document has none. */
  readonly value: string | null
  readonly match: LookupMatch
  /** The matches of the rows, if the value is a list. */
  readonly list: ValueMatch['list']
}

/** Lists the prompts that are matched to lookup tables. */
export const listPromptsToMatch = (activePrompts: readonly PromptWithProfile[]) =>
  activePrompts
    .map(({ prompt: { id, key, match_to: matchTo } }) =>
      matchTo ? { id, key, matchTo } : undefined,
    )
    .filter((prompt) => prompt !== undefined)

/** Matches the current values of a document to the current versions of the lookup tables. */
export async function matchDocument(
  ctx: Pick<Context, 'db'>,
  { actor, projectId, documentId }: MatchDocumentRequest,
): Promise<PromptMatch[]> {
  const project = await getProject(ctx, { actor, projectId })
  await getDocument(ctx, { actor, projectId, documentId })
  const tenant = tenantOf(ctx, actor)
  const { activePrompts, values } = await loadCurrentValues(tenant, project, documentId)
  if (!values) return []
  const prompts = listPromptsToMatch(activePrompts)
  if (prompts.length === 0) return []
  const [matches, tables] = await Promise.all([
    matchValues(tenant, { prompts, values, time: new Date() }),
    findUsableTables(ctx, actor),
  ])
  return prompts
    .map(({ id, key, matchTo }) => {
      const valueMatch = matches.get(key)
      const tableId = tables.get(matchTo.table)?.id ?? null
      const value = toText(values[key] ?? null) || null
      if (!valueMatch) return undefined
      const { match, list } = valueMatch
      return { promptId: id, tableId, value, match, list }
    })
    .filter((promptMatch) => promptMatch !== undefined)
}
