import type { ReactNode } from 'react'
import { useAlerts } from '../../shared/feedback/alerts.tsx'
import { ConfirmDialog } from '../../shared/feedback/ConfirmDialog.tsx'
import { useClearCache, useClearFileMarker } from './executions.queries.ts'

/** The parts of a workflow that a person can clear. */
export type Clearable = 'cache' | 'history'

type Props = {
  readonly target: Clearable
  readonly workflowId: string
  /** The default is the message of the server. */
  readonly successMessage: string | undefined
  readonly onClose: () => void
}

type Question = {
  readonly title: string
  readonly consequences: ReactNode
  readonly failure: string
}

const questions: Record<Clearable, Question> = {
  cache: {
    title: 'Clear the cache?',
    consequences: (
      <>
        <p>
          Earlier results are not used again: those that were read but not delivered, those that
          callers could receive again, and classes that the tool Classify has found. The next runs
          that process these files read them again and call models for them.
        </p>
        <p>
          The file history is kept: files that have been delivered are still skipped. Past
          executions keep their results.
        </p>
      </>
    ),
    failure: 'Failed to clear cache.',
  },
  history: {
    title: 'Clear the file history?',
    consequences: (
      <>
        <p>
          Every file in the source counts as new again. The next run processes and delivers all of
          them, also those that it has delivered before, and calls models for them.
        </p>
        <p>The cache is cleared too. Past executions keep their results.</p>
      </>
    ),
    failure: 'Failed to clear file marker.',
  },
}

/** Asks before the cached results of a workflow, or the history of its processed files, are cleared. */
export function ClearDialog({ target, workflowId, successMessage, onClose }: Props) {
  const { mutateAsync: clearCache } = useClearCache()
  const { mutateAsync: clearHistory } = useClearFileMarker()
  const clear = target === 'cache' ? clearCache : clearHistory
  const { title, consequences, failure } = questions[target]
  const alerts = useAlerts()

  async function handleConfirm() {
    try {
      const message = await clear(workflowId)
      alerts.success(successMessage ?? message)
    } catch (error) {
      alerts.showError(error, failure)
    }
  }

  return (
    <ConfirmDialog
      isDestructive
      title={title}
      okText="Clear"
      onConfirm={handleConfirm}
      onClose={onClose}
    >
      {consequences}
    </ConfirmDialog>
  )
}
