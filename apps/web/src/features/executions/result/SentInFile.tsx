import { useQuery } from '@tanstack/react-query'
import { FailureState } from '../../../shared/layout/FailureState.tsx'
import { SentCalls } from '../../../shared/sent/SentCalls.tsx'
import { sentInFile } from '../executions.queries.ts'

type Props = { readonly executionId: string; readonly fileId: string }

/** The text that was sent to external adapters for a file. */
export function SentInFile({ executionId, fileId }: Props) {
  const { data: sentText, error, refetch } = useQuery(sentInFile(executionId, fileId))
  if (error) {
    const retry = () => void refetch()
    return (
      <FailureState
        error={error}
        fallback="Failed to load the data that was sent"
        onRetry={retry}
      />
    )
  }
  if (!sentText) return <div className="bone" style={{ height: 160 }} aria-busy="true" />
  return <SentCalls sentText={sentText} />
}
