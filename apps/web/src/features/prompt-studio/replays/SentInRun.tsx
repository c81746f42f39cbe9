import { useQuery } from '@tanstack/react-query'
import { FailureState } from '../../../shared/layout/FailureState.tsx'
import { SentCalls } from '../../../shared/sent/SentCalls.tsx'
import { type RecordedRunsRequest, sentInRun } from '../recorded-run.queries.ts'

type Props = { readonly request: RecordedRunsRequest; readonly run: string }

/** The text that a run has sent to external adapters. */
export function SentInRun({ request, run }: Props) {
  const { data: sentText, error, refetch } = useQuery(sentInRun(request, run))
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
  if (!sentText) return <div className="bone replay-bone" aria-busy="true" />
  return <SentCalls sentText={sentText} />
}
