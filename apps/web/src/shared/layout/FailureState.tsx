import { Button } from 'antd'
import { explain, failedToLoad, Refusal } from '../api/refusal.ts'
import { EmptyState } from './EmptyState.tsx'

type Props = {
  readonly error: unknown
  /** Title that describes what failed. */
  readonly fallback?: string
  readonly onRetry: () => void
}

/** Replaces content that could not be loaded: shows what failed, why, and what to do. */
export function FailureState({ error, fallback = failedToLoad, onRetry }: Props) {
  const reason = explain(error, fallback)
  return (
    <div role="alert">
      <EmptyState
        title={fallback}
        explanation={reason === fallback ? guessCause(error) : reason}
        icon={<FailureMark />}
      >
        <Button onClick={onRetry}>Try again</Button>
      </EmptyState>
    </div>
  )
}

const likelyCauses: Readonly<Record<number, string>> = {
  403: 'You do not have access. Ask an administrator if you need it.',
  404: 'It was deleted, or it is not shared with you.',
  429: 'Too many requests were sent. Try again in a moment.',
  502: 'The server cannot be reached. Try again in a moment.',
  503: 'The server is busy or unavailable. Try again in a moment.',
  504: 'The server took too long to answer. Try again in a moment.',
}

/** Guesses the reason from the status if there is no message. */
function guessCause(error: unknown): string {
  const silent = 'The server did not give a reason.'
  return error instanceof Refusal ? (likelyCauses[error.status] ?? silent) : silent
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
