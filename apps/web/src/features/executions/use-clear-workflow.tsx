import { type ReactNode, useState } from 'react'
import { useAlerts } from '../../shared/feedback/alerts.tsx'
import { type Clearable, ClearDialog } from './ClearDialog.tsx'

type ClearWorkflow = {
  /** Asks first: files are read, paid for and perhaps delivered a second time. */
  ask(target: Clearable): void
  /** The question, while it is open. */
  readonly question: ReactNode
}

/**
 * Clears the cached results of a workflow, or the history of the files of its source that it has
 * processed. The default of a success message is the message of the server.
 */
export function useClearWorkflow(
  workflowId: string,
  successMessages: Partial<Record<Clearable, string>> = {},
): ClearWorkflow {
  const [target, setTarget] = useState<Clearable>()
  const alerts = useAlerts()
  return {
    ask: (next) => (workflowId ? setTarget(next) : alerts.warn('Invalid workflow id')),
    question: target && (
      <ClearDialog
        target={target}
        workflowId={workflowId}
        successMessage={successMessages[target]}
        onClose={() => setTarget(undefined)}
      />
    ),
  }
}
