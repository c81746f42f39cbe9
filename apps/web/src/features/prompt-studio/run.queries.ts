import { RunNews } from '@recto/contract/sockets'
import * as api from '@recto/contract/studio-runs'
import { send } from '../../shared/api/ask.ts'
import { type Cell, type Run, runsFromWire } from './run.ts'

/** The runs of a project that wait, go on or have failed. */
export async function askForRuns(projectId: string): Promise<readonly Run[]> {
  const { runs } = await send(api.listRuns, { params: { tool_id: projectId } })
  return runsFromWire(runs)
}

/** Every prompt on every document under every profile. */
export type Scope = {
  readonly promptIds: readonly string[]
  readonly documentIds: readonly string[]
  readonly profileIds: readonly string[]
}

export async function startScope(
  projectId: string,
  { promptIds, documentIds, profileIds }: Scope,
): Promise<readonly Run[]> {
  const { runs } = await send(api.startRuns, {
    params: { tool_id: projectId },
    body: {
      prompt_ids: [...promptIds],
      document_ids: [...documentIds],
      profile_ids: [...profileIds],
    },
  })
  return runsFromWire(runs)
}

/** All that are under way when no ids are given. */
export async function cancelRuns(
  projectId: string,
  ids?: readonly string[],
): Promise<readonly Run[]> {
  const body = ids ? { run_ids: [...ids] } : {}
  const { runs } = await send(api.cancelRuns, { params: { tool_id: projectId }, body })
  return runsFromWire(runs)
}

/** What the server tells by itself of runs of the project; nothing when it is about another. */
export function runsFromNews(projectId: string, data: unknown): readonly Run[] {
  const news = RunNews.safeParse({ data })
  if (!news.success || news.data.data.tool_id !== projectId) return []
  return runsFromWire(news.data.data.runs)
}

/** The scopes that are these cells and no others: one where they are all of something. */
export function scopesOf(cells: readonly Cell[]): readonly Scope[] {
  const whole = scopeOf(cells)
  const { promptIds, documentIds, profileIds } = whole
  const size = promptIds.length * documentIds.length * profileIds.length
  if (size === cells.length) return [whole]
  const groups = Map.groupBy(cells, ({ documentId, profileId }) => `${documentId}/${profileId}`)
  return [...groups.values()].map(scopeOf)
}

function scopeOf(cells: readonly Cell[]): Scope {
  const each = (key: keyof Cell) => [...new Set(cells.map((cell) => cell[key]))]
  return {
    promptIds: each('promptId'),
    documentIds: each('documentId'),
    profileIds: each('profileId'),
  }
}
