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
import { useLiveConnection } from '../../../shared/live/live-connection.ts'
import { useStore } from '../../../shared/store/create-store.ts'
import { refetchOutputs, refreshAfterRuns } from '../output.queries.ts'
import { project as projectQuery } from '../project.queries.ts'
import type { Project } from '../project.ts'
import { isInPass, type Prompt } from '../prompt.ts'
import { cancelRuns, startRuns } from '../run.queries.ts'
import type { Cell, SinglePassPromptIds } from '../run.ts'
import { useRunInputs } from '../state/editor-context.ts'
import { followRuns } from './follow-runs.ts'
import {
  createRunBoard,
  isInProgress,
  type RunBoard,
  type RunState,
  toCellKey,
} from './run-board.ts'

type Runs = {
  readonly board: RunBoard
  /** Starts cells once all pending saves are done, and names the prompts that cannot be run. */
  start(cells: readonly Cell[]): Promise<void>
  /** Cancels the run of a cell, or all runs. */
  cancel(cell?: Cell): Promise<void>
  /** Whether the prompt is run as part of a single pass. */
  isInSinglePass(promptId: string): boolean
  /** Lets runs start only after this save, so that they use what was typed. Returns the save. */
  delayRunsUntil<Result>(save: Promise<Result>): Promise<Result>
}

const RunsContext = createContext<Runs | undefined>(undefined)

export function useRuns(): Runs {
  const runs = use(RunsContext)
  if (!runs) throw new Error('useRuns needs a RunsProvider above it.')
  return runs
}

/** Returns the state of a cell's run, no matter who started it. */
export function useRunState(cell: Cell | undefined): RunState | undefined {
  const { board } = useRuns()
  return useStore(board.states, (states) => (cell ? states.get(toCellKey(cell)) : undefined))
}

/** Number of cells that run or wait. */
export const useRunCount = (): number =>
  useStore(useRuns().board.states, (states) => [...states.values()].filter(isInProgress).length)

/** Progress of the current batch: the cells started since nothing ran. */
export function useRunCounts(): { readonly total: number; readonly endedCount: number } {
  const { board } = useRuns()
  const underWay = useRunCount()
  const total = useStore(board.batch, (cells) => cells.size)
  return { total: Math.max(total, underWay), endedCount: Math.max(0, total - underWay) }
}

/** Whether any cell runs or waits. */
export const useIsRunning = (): boolean =>
  useStore(useRuns().board.states, (states) => [...states.values()].some(isInProgress))

/** Returns the reason why nothing can be run, if there is one. */
export const useReasonNotToRun = (): string | undefined =>
  useRunInputs().allProfiles.some(({ isDefault }) => isDefault)
    ? undefined
    : 'Select a default LLM profile first'

type Props = {
  readonly projectId: string
  readonly isSinglePass: boolean
  readonly children: ReactNode
}

export function RunsProvider({ projectId, isSinglePass, children }: Props) {
  const client = useQueryClient()
  const alerts = useAlerts()
  const connection = useLiveConnection()
  const reasonNotToRun = useReasonNotToRun()
  const [saves] = useState(() => new Set<Promise<unknown>>())
  const getSinglePass = useCallback(
    () =>
      isSinglePass
        ? listSinglePassPromptIds(client.getQueryData(projectQuery(projectId).queryKey))
        : undefined,
    [client, projectId, isSinglePass],
  )
  const board = useMemo(
    () =>
      createRunBoard({
        startRuns: (scope) => startRuns(projectId, scope, getSinglePass()),
        cancelRuns: (ids) => cancelRuns(projectId, ids, getSinglePass()),
        refetchOutputs: (documentIds) => refetchOutputs(client, projectId, documentIds),
        onIdle: () => refreshAfterRuns(client),
      }),
    [client, projectId, getSinglePass],
  )
  useEffect(
    () => followRuns(board, connection, { projectId, getSinglePass }),
    [board, connection, projectId, getSinglePass],
  )

  const start = useCallback(
    async (cells: readonly Cell[]) => {
      // A save may start another one when it ends. It ends after the project was refetched (see
      // `useChange`), so the prompts read from the cache below are the saved ones.
      while (saves.size > 0) await Promise.allSettled(saves)
      if (reasonNotToRun) return alerts.hint(reasonNotToRun)
      const prompts = client.getQueryData(projectQuery(projectId).queryKey)?.prompts ?? []
      const emptyPrompts = listEmptyPrompts(cells, prompts)
      const emptyIds = new Set(emptyPrompts.map(({ id }) => id))
      const runnableCells = cells.filter(({ promptId }) => !emptyIds.has(promptId))
      const [firstEmptyPrompt] = emptyPrompts
      if (firstEmptyPrompt) {
        const hasOthers = runnableCells.length > 0
        alerts.warn(hasOthers ? nameEmpty(emptyPrompts) : describeEmpty(firstEmptyPrompt))
      }
      board.start(runnableCells)
    },
    [saves, client, projectId, alerts, board, reasonNotToRun],
  )

  const cancel = useCallback(
    (cell?: Cell) =>
      board.cancel(cell).catch((failure) => alerts.showError(failure, 'Failed to cancel the run')),
    [alerts, board],
  )

  const delayRunsUntil = useCallback(
    <Result,>(save: Promise<Result>) => {
      saves.add(save)
      const stopTracking = () => saves.delete(save)
      save.then(stopTracking, stopTracking)
      return save
    },
    [saves],
  )

  const runs = useMemo(() => {
    const isInSinglePass = (promptId: string) => getSinglePass()?.includes(promptId) ?? false
    return { board, start, cancel, delayRunsUntil, isInSinglePass }
  }, [board, start, cancel, delayRunsUntil, getSinglePass])
  return <RunsContext value={runs}>{children}</RunsContext>
}

const listSinglePassPromptIds = (project: Project | undefined): SinglePassPromptIds =>
  project?.prompts.filter(isInPass).map(({ id }) => id) ?? []

/** Returns the prompts of the cells that have no key or no text, and cannot be run. */
function listEmptyPrompts(cells: readonly Cell[], prompts: readonly Prompt[]): readonly Prompt[] {
  const promptIds = new Set(cells.map(({ promptId }) => promptId))
  return prompts.filter(
    ({ id, key, text }) => promptIds.has(id) && (key.trim() === '' || text.trim() === ''),
  )
}

const describeEmpty = ({ key }: Prompt): string =>
  key.trim() === '' ? 'Prompt key cannot be empty' : 'Prompt cannot be empty'

const nameEmpty = (prompts: readonly Prompt[]): string =>
  `Not run, because they are empty: ${prompts.map(({ key }) => key.trim() || 'a prompt without a key').join(', ')}`
