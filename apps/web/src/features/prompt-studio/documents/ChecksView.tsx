import { useQuery } from '@tanstack/react-query'
import { CheckList } from '../../../shared/checks/CheckList.tsx'
import { EmptyState } from '../../../shared/layout/EmptyState.tsx'
import { FailureState } from '../../../shared/layout/FailureState.tsx'
import { documentChecks } from '../check.queries.ts'
import type { PromptDocument } from '../document.ts'
import type { PromptOutput } from '../output.ts'
import { DocumentSkeleton } from './OriginalView.tsx'

type Props = {
  readonly document: PromptDocument
  readonly outputs: readonly PromptOutput[]
}

/**
 * Shows the results of the checks on the current values of the document, including comparisons with
 * other documents.
 */
export function ChecksView({ document, outputs }: Props) {
  const { data, error, refetch } = useQuery(documentChecks(document, outputs))

  if (error) {
    const retry = () => void refetch()
    return <FailureState error={error} fallback="Failed to evaluate the checks" onRetry={retry} />
  }
  if (data === undefined) return <DocumentSkeleton />
  return (
    <div className="pane-body checks-view">
      {data.length === 0 ? (
        <EmptyState
          title="Nothing to check"
          explanation="Run the prompts, and define checks for their values under Settings > Checks. Duplicate invoices and changed bank accounts are reported here automatically."
        />
      ) : (
        <CheckList checks={data} projectId={document.projectId} />
      )}
    </div>
  )
}
