import { useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useCallback, useMemo, useState } from 'react'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { useStore } from '../../../shared/store/create-store.ts'
import { refreshAfterRuns } from '../output.queries.ts'
import { project as projectQuery } from '../project.queries.ts'
import type { Project } from '../project.ts'
import { runBatch } from './run-batch.ts'
import {
  type Cell,
  createRunQueue,
  isUnderWay,
  keyOfCell,
  type RunQueue,
  type RunState,
} from './run-queue.ts'

const AT_ONCE = 5

type Runs = {
  readonly queue: RunQueue
  /** Starts cells once everything that is being saved is saved; refuses what cannot be run. */
  start(cells: readonly Cell[]): Promise<void>
  /** Makes runs wait for a save. */
  track<Result>(save: Promise<Result>): Promise<Result>
}

const RunsContext = createContext<Runs | undefined>(undefined)

export function useRuns(): Runs {
  const runs = use(RunsContext)
  if (!runs) throw new Error('useRuns needs a RunsProvider above it.')
  return runs
}

/** How the run of a cell stands, if it was run since the page was opened. */
export function useRunState(cell: Cell | undefined): RunState | undefined {
  const { queue } = useRuns()
  return useStore(queue.states, (states) => (cell ? states.get(keyOfCell(cell)) : undefined))
}

/** How many cells run or wait. */
export const useRunCount = (): number =>
  useStore(useRuns().queue.states, (states) => [...states.values()].filter(isUnderWay).length)

/** Whether anything runs or waits. */
export const useIsRunning = (): boolean =>
  useStore(useRuns().queue.states, (states) => [...states.values()].some(isUnderWay))

type Props = { readonly projectId: string; readonly children: ReactNode }

export function RunsProvider({ projectId, children }: Props) {
  const client = useQueryClient()
  const alerts = useAlerts()
  const [saves] = useState(() => new Set<Promise<unknown>>())
  const [queue] = useState(() =>
    createRunQueue({
      limit: AT_ONCE,
      run: (batch, progress) => runBatch(client, projectId, batch, progress),
      onIdle: () => refreshAfterRuns(client),
    }),
  )

  const start = useCallback(
    async (cells: readonly Cell[]) => {
      await Promise.allSettled(saves)
      const refusal = refusalOf(cells, client.getQueryData(projectQuery(projectId).queryKey))
      if (refusal) alerts.warn(refusal)
      else queue.start(cells)
    },
    [saves, client, projectId, alerts, queue],
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

  const runs = useMemo(() => ({ queue, start, track }), [queue, start, track])
  return <RunsContext value={runs}>{children}</RunsContext>
}

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
