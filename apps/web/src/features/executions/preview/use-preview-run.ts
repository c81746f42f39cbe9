import { omitUndefined } from '@recto/omit-undefined'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { Execution, FileExecution } from '../execution.ts'
import {
  execution as executionQuery,
  filePage,
  useCreateExecution,
  useStartExecution,
  useStopExecution,
} from '../executions.queries.ts'
import { isSettled } from '../progress.ts'
import { useFollowRun } from '../run/use-follow-run.ts'

const POLL_MS = 1500
/** A preview has fewer files. */
const MAX_FILES = 10

/** A preview of the first files of a workflow. */
export type PreviewRun = {
  /** Undefined until it was created and loaded. */
  readonly execution: Execution | undefined
  readonly files: readonly FileExecution[]
  /** Whether it is being started or in progress. */
  readonly isBusy: boolean
  /** Reason why it could not be started or cancelled. */
  readonly error: unknown
  start(): void
  cancel(): void
}

type PreviewOptions = {
  /** The preview to show; empty if there is none. */
  readonly executionId: string
  /** Saves what the preview needs. Returns the id of the workflow. */
  prepare(): Promise<string>
  onCreated(executionId: string): void
}

/** Starts previews of the first files, and follows the current one. */
export function usePreviewRun({ executionId, prepare, onCreated }: PreviewOptions): PreviewRun {
  const { mutateAsync: create } = useCreateExecution()
  const { mutateAsync: run } = useStartExecution()
  const stop = useStopExecution()
  const start = useMutation({
    async mutationFn() {
      const workflowId = await prepare()
      const newId = await create({ workflowId, isPreview: true })
      onCreated(newId)
      return run({ workflowId, executionId: newId, files: [], onProgress: () => undefined })
    },
  })
  const { data: execution, error: loadError } = useQuery({
    ...executionQuery(executionId, POLL_MS),
    enabled: executionId !== '',
    // While the request that runs it is open, the execution may not have its files yet.
    ...omitUndefined({ refetchInterval: start.isPending ? POLL_MS : undefined }),
  })
  const isRunning = execution !== undefined && !isSettled(execution)
  const { data: page } = useQuery({
    ...filePage(executionId, { pageSize: MAX_FILES }),
    enabled: executionId !== '',
    refetchInterval: ({ state: { data } }) =>
      start.isPending || isRunning || data?.files.some((file) => !isSettled(file))
        ? POLL_MS
        : false,
  })
  useFollowRun(executionId)

  return {
    execution: executionId === '' ? undefined : execution,
    files: executionId === '' ? [] : (page?.files ?? []),
    isBusy: start.isPending || isRunning,
    error: start.error ?? stop.error ?? loadError,
    start: () => start.mutate(),
    cancel: () => executionId !== '' && stop.mutate(executionId),
  }
}
