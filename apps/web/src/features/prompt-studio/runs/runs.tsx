import { useQueryClient } from '@tanstack/react-query'
import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useMemo,
  useState,
} from 'react'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { useLine } from '../../../shared/live/line.ts'
import { useStore } from '../../../shared/store/create-store.ts'
import { collectOutputs, refreshAfterRuns } from '../output.queries.ts'
import { project as projectQuery } from '../project.queries.ts'
import type { Project } from '../project.ts'
import { isInPass } from '../prompt.ts'
import { cancelRuns, startWithPass } from '../run.queries.ts'
import type { Cell, Pass } from '../run.ts'
import { followRuns } from './follow-runs.ts'
import { createRunBoard, isUnderWay, keyOfCell, type RunBoard, type RunState } from './run-board.ts'

type Runs = {
  readonly board: RunBoard
  /** Starts cells once everything that is being saved is saved; refuses what cannot be run. */
  start(cells: readonly Cell[]): Promise<void>
  /** Ends the run of a cell, or all. */
  cancel(cell?: Cell): Promise<void>
  /** Whether a run of the prompt is one of a single pass. */
  isInPass(promptId: string): boolean
  /** Makes runs wait for a save. */
  track<Result>(save: Promise<Result>): Promise<Result>
}

const RunsContext = createContext<Runs | undefined>(undefined)

export function useRuns(): Runs {
  const runs = use(RunsContext)
  if (!runs) throw new Error('useRuns needs a RunsProvider above it.')
  return runs
}

/** How the run of a cell stands, whoever asked for it and whenever. */
export function useRunState(cell: Cell | undefined): RunState | undefined {
  const { board } = useRuns()
  return useStore(board.states, (states) => (cell ? states.get(keyOfCell(cell)) : undefined))
}

/** How many cells run or wait. */
export const useRunCount = (): number =>
  useStore(useRuns().board.states, (states) => [...states.values()].filter(isUnderWay).length)

/** How many of the cells that were started since nothing ran have ended. */
export function useRunTally(): { readonly total: number; readonly ended: number } {
  const { board } = useRuns()
  const underWay = useRunCount()
  const total = useStore(board.busy, (cells) => cells.size)
  return { total: Math.max(total, underWay), ended: Math.max(0, total - underWay) }
}

/** Whether anything runs or waits. */
export const useIsRunning = (): boolean =>
  useStore(useRuns().board.states, (states) => [...states.values()].some(isUnderWay))

type Props = {
  readonly projectId: string
  readonly isSinglePass: boolean
  readonly children: ReactNode
}

export function RunsProvider({ projectId, isSinglePass, children }: Props) {
  const client = useQueryClient()
  const alerts = useAlerts()
  const line = useLine()
  const [saves] = useState(() => new Set<Promise<unknown>>())
  const passOf = useCallback(
    () =>
      isSinglePass ? passIn(client.getQueryData(projectQuery(projectId).queryKey)) : undefined,
    [client, projectId, isSinglePass],
  )
  const board = useMemo(
    () =>
      createRunBoard({
        start: (scope) => startWithPass(projectId, scope, passOf()),
        cancel: (ids) => cancelRuns(projectId, ids, passOf()),
        collect: (documentIds) => collectOutputs(client, projectId, documentIds),
        onIdle: () => refreshAfterRuns(client),
      }),
    [client, projectId, passOf],
  )
  useEffect(() => followRuns(board, line, { projectId, passOf }), [board, line, projectId, passOf])

  const start = useCallback(
    async (cells: readonly Cell[]) => {
      // A save that has ended may have begun another.
      while (saves.size > 0) await Promise.allSettled(saves)
      const refusal = refusalOf(cells, client.getQueryData(projectQuery(projectId).queryKey))
      if (refusal) alerts.warn(refusal)
      else board.start(cells)
    },
    [saves, client, projectId, alerts, board],
  )

  const cancel = useCallback(
    (cell?: Cell) =>
      board.cancel(cell).catch((refusal) => alerts.failed(refusal, 'Failed to cancel the run')),
    [alerts, board],
  )

  const track = useCallback(
    <Result,>(save: Promise<Result>) => {
      saves.add(save)
      const forget = () => saves.delete(save)
      save.then(forget, forget)
      return save
    },
    [saves],
  )

  const runs = useMemo(() => {
    const isInPass = (promptId: string) => passOf()?.includes(promptId) ?? false
    return { board, start, cancel, track, isInPass }
  }, [board, start, cancel, track, passOf])
  return <RunsContext value={runs}>{children}</RunsContext>
}

const passIn = (project: Project | undefined): Pass =>
  project?.prompts.filter(isInPass).map(({ id }) => id) ?? []

/** Why these cells cannot be run, in the product's words. */
function refusalOf(cells: readonly Cell[], project: Project | undefined): string | undefined {
  const asked = new Set(cells.map(({ promptId }) => promptId))
  const prompts = project?.prompts.filter(({ id }) => asked.has(id)) ?? []
  if (prompts.some(({ key }) => key.trim() === '')) {
    return 'Prompt key cannot be empty'
  }
  if (prompts.some(({ text }) => text.trim() === '')) return 'Prompt cannot be empty'
  return undefined
}
