import { Button } from 'antd'
import { explainFailure } from '../../../../shared/api/refusal.ts'

type Props = {
  readonly error: unknown
  /** Says what failed. */
  readonly sentence: string
  onRetry(): void
}

/** Says in one line what could not be loaded. */
export function FailureLine({ error, sentence, onRetry }: Props) {
  return (
    <p role="alert" className="document-failure-line">
      {explainFailure(error, sentence)}{' '}
      <Button type="link" size="small" onClick={onRetry}>
        Retry
      </Button>
    </p>
  )
}
