import { Button } from 'antd'
import { explain } from '../api/refusal.ts'
import { EmptyState } from './EmptyState.tsx'

type Props = {
  readonly error: unknown
  /** What failed, in the words of the screen. */
  readonly fallback: string
  readonly onRetry: () => void
}

/** Stands where a thing should be that could not be loaded: what, why, and what now. */
export function FailureState({ error, fallback, onRetry }: Props) {
  const reason = explain(error, fallback)
  return (
    <div role="alert">
      <EmptyState
        title={fallback}
        explanation={reason === fallback ? 'The server did not say why.' : reason}
        icon={<FailureMark />}
      >
        <Button onClick={onRetry}>Try again</Button>
      </EmptyState>
    </div>
  )
}

function FailureMark() {
  return (
    <svg width="40" height="40" viewBox="0 0 40 40" fill="none" aria-hidden="true">
      <g stroke="var(--bad)" strokeWidth="1.75" strokeLinecap="round">
        <circle cx="20" cy="20" r="15" />
        <path d="M20 12.5v9M20 27v.5" />
      </g>
    </svg>
  )
}
