import * as api from '@recto/contract/prompt-studio/studio-runs'
import { RunNews } from '@recto/contract/server/sockets'
import { send } from '../../shared/api/requests.ts'
import { type Cell, type Run, runsFromWire, type SinglePassPromptIds } from './run.ts'

/** Fetches the runs of a project that are waiting, in progress or have failed. */
export async function fetchRuns(
  projectId: string,
  singlePassPromptIds: SinglePassPromptIds,
): Promise<readonly Run[]> {
  const { runs } = await send(api.listRuns, { params: { tool_id: projectId } })
  // A single pass that failed partly is listed as a whole.
  return runsFromWire(runs, singlePassPromptIds).filter(({ state }) => state !== 'done')
}

/** All combinations of these prompts, documents and profiles. */
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

/** Starts the prompts of the single pass together, and the others separately. */
export async function startRuns(
  projectId: string,
  { promptIds, documentIds, profileIds }: Scope,
  singlePassPromptIds: SinglePassPromptIds,
): Promise<readonly Run[]> {
  const otherIds = promptIds.filter((id) => !singlePassPromptIds?.includes(id))
  const separateScope = { promptIds: otherIds, documentIds, profileIds }
  const parts = await Promise.all([
    otherIds.length < promptIds.length
      ? startPasses(projectId, documentIds, singlePassPromptIds)
      : [],
    otherIds.length > 0 ? startScope(projectId, separateScope) : [],
  ])
  return parts.flat()
}

async function startPasses(
  projectId: string,
  documentIds: readonly string[],
  singlePassPromptIds: SinglePassPromptIds,
) {
  const { runs } = await send(api.startPasses, {
    params: { tool_id: projectId },
    body: { document_ids: [...documentIds] },
  })
  return runsFromWire(runs, singlePassPromptIds)
}

/** Cancels these runs, or all runs in progress if no ids are given. */
export async function cancelRuns(
  projectId: string,
  ids: readonly string[] | undefined,
  singlePassPromptIds: SinglePassPromptIds,
): Promise<readonly Run[]> {
  const body = ids ? { run_ids: [...ids] } : {}
  const { runs } = await send(api.cancelRuns, { params: { tool_id: projectId }, body })
  return runsFromWire(runs, singlePassPromptIds)
}

/** Returns the runs in a message from the server; empty if it is about another project. */
export function runsFromMessage(
  projectId: string,
  data: unknown,
  singlePassPromptIds: SinglePassPromptIds,
): readonly Run[] {
  const news = RunNews.safeParse({ data })
  if (!news.success || news.data.data.tool_id !== projectId) return []
  return runsFromWire(news.data.data.runs, singlePassPromptIds)
}

/**
 * Returns scopes that cover exactly these cells: a single one if the cells are a full combination
 * of prompts, documents and profiles.
 */
export function scopesOf(cells: readonly Cell[]): readonly Scope[] {
  const wholeScope = scopeOf(cells)
  const { promptIds, documentIds, profileIds } = wholeScope
  const size = promptIds.length * documentIds.length * profileIds.length
  if (size === cells.length) return [wholeScope]
  const groups = Map.groupBy(cells, ({ documentId, profileId }) => `${documentId}/${profileId}`)
  return [...groups.values()].map(scopeOf)
}

function scopeOf(cells: readonly Cell[]): Scope {
  const distinctIds = (key: keyof Cell) => [...new Set(cells.map((cell) => cell[key]))]
  return {
    promptIds: distinctIds('promptId'),
    documentIds: distinctIds('documentId'),
    profileIds: distinctIds('profileId'),
  }
}
