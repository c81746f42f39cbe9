import { useQuery } from '@tanstack/react-query'
import { FailureState } from '../../../shared/layout/FailureState.tsx'
import { SentCalls } from '../../../shared/sent/SentCalls.tsx'
import { type RecordedRunsRequest, type recordedRuns, sentInRun } from '../recorded-run.queries.ts'

type Props = { readonly of: RecordedRunsRequest; readonly run: string }

/** The text that a run has sent to external adapters. */
export function SentInRun({ of, run }: Props) {
  const { data: sent, error, refetch } = useQuery(sentInRun(of, run))
  if (error) {
    const retry = () => void refetch()
    return <FailureState error={error} fallback="Failed to get what was sent" onRetry={retry} />
  }
  if (!sent) return <div className="bone replay-bone" aria-busy="true" />
  return <SentCalls sentText={sent} />
}
