import { Alert } from 'antd'
import type { MeasuringRun } from '../measuring-run.ts'
import { describeUse } from './describe-use.ts'

/** Says how a run has ended, and what it has cost. */
export function RunSummary({ run }: { readonly run: MeasuringRun }) {
  const { state, error } = run
  return (
    <>
      <p className="faint" role="status">
        {state === 'cancelled' && 'Cancelled. '}
        {`${describeUse(run)}.`}
      </p>
      {state === 'stopped' && (
        <Alert
          type="warning"
          showIcon
          title="The budget was used up. Start again with a larger one: stored answers are not paid again."
        />
      )}
      {state === 'failed' && (
        <Alert type="error" showIcon role="alert" title={error ?? 'The run failed.'} />
      )}
    </>
  )
}
