import { RunNews } from '@recto/contract/sockets'
import * as api from '@recto/contract/studio-runs'
import { send } from '../../shared/api/ask.ts'
import { type Cell, type Pass, type Run, runsFromWire } from './run.ts'

/** The runs of a project that wait, go on or have failed. */
export async function askForRuns(projectId: string, pass: Pass): Promise<readonly Run[]> {
  const { runs } = await send(api.listRuns, { params: { tool_id: projectId } })
  // A pass that failed in part is listed as a whole.
  return runsFromWire(runs, pass).filter(({ state }) => state !== 'done')
}

/** Every prompt on every document under every profile. */
export type Scope = {
  readonly promptIds: readonly string[]
  readonly documentIds: readonly string[]
  readonly profileIds: readonly string[]
}

async function startScope(
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
  return runsFromWire(runs, undefined)
}

/** The prompts of the pass together, the others one by one. */
export async function startWithPass(
  projectId: string,
  { promptIds, documentIds, profileIds }: Scope,
  pass: Pass,
): Promise<readonly Run[]> {
  const others = promptIds.filter((id) => !pass?.includes(id))
  const alone = { promptIds: others, documentIds, profileIds }
  const parts = await Promise.all([
    others.length < promptIds.length ? startPasses(projectId, documentIds, pass) : [],
    others.length > 0 ? startScope(projectId, alone) : [],
  ])
  return parts.flat()
}

async function startPasses(projectId: string, documentIds: readonly string[], pass: Pass) {
  const { runs } = await send(api.startPasses, {
    params: { tool_id: projectId },
    body: { document_ids: [...documentIds] },
  })
  return runsFromWire(runs, pass)
}

/** All that are under way when no ids are given. */
export async function cancelRuns(
  projectId: string,
  ids: readonly string[] | undefined,
  pass: Pass,
): Promise<readonly Run[]> {
  const body = ids ? { run_ids: [...ids] } : {}
  const { runs } = await send(api.cancelRuns, { params: { tool_id: projectId }, body })
  return runsFromWire(runs, pass)
}

/** What the server tells by itself of runs of the project; nothing when it is about another. */
export function runsFromNews(projectId: string, data: unknown, pass: Pass): readonly Run[] {
  const news = RunNews.safeParse({ data })
  if (!news.success || news.data.data.tool_id !== projectId) return []
  return runsFromWire(news.data.data.runs, pass)
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
