import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Progress } from 'antd'
import { explain } from '../../../shared/api/refusal.ts'
import {
  isInProgress,
  type RegressionTest,
  type RegressionTests,
  regressionTestList,
  useCancelRegressionTest,
  useStartRegressionTest,
} from '../regression-test.queries.ts'
import { useEditor } from '../state/editor-context.ts'
import { RegressionTestValues } from './RegressionTestValues.tsx'
import './verifications.css'

/**
 * Shows how an export would change the answers to expected values; renders nothing if there are
 * none.
 */
export function RegressionTestPanel() {
  const { id } = useEditor().project
  const { data, error, refetch } = useQuery(regressionTestList(id))
  if (error) {
    return (
      <Alert
        type="warning"
        showIcon
        title={explain(error, 'Failed to load the expected values')}
        action={
          <Button size="small" onClick={() => void refetch()}>
            Try again
          </Button>
        }
      />
    )
  }
  if (!data) return <div className="bone verification-bone" aria-busy="true" />
  if (data.expectedValueCount + data.contradictedCount + data.unavailableCount === 0) return null
  return (
    <section className="verification" aria-label="Expected values">
      <h3>Expected values</h3>
      <ExpectedValueCounts tests={data} />
      {data.latest ? <Latest latest={data.latest} /> : data.expectedValueCount > 0 && <Start />}
    </section>
  )
}

function ExpectedValueCounts({
  tests: { expectedValueCount, contradictedCount, unavailableCount },
}: {
  readonly tests: RegressionTests
}) {
  return (
    <p className="export-text">
      {expectedValueCount === 1
        ? 'This project has 1 expected value.'
        : `This project has ${expectedValueCount} expected values.`}
      {contradictedCount === 1 && (
        <>
          {' '}
          <strong>1 value contradicts another</strong> and will not be used until you save the
          correct value next to the output.
        </>
      )}
      {contradictedCount > 1 && (
        <>
          {' '}
          <strong>{contradictedCount} values contradict others</strong> and will not be used until
          you save the correct values next to the output.
        </>
      )}
      {unavailableCount > 0 &&
        ` ${unavailableCount} ${unavailableCount === 1 ? 'value belongs to a document that is' : 'values belong to documents that are'} no longer available.`}
    </p>
  )
}

function Start() {
  const { id: projectId } = useEditor().project
  const start = useStartRegressionTest()
  return (
    <>
      <Button loading={start.isPending} onClick={() => start.mutate({ projectId })}>
        Run regression test
      </Button>
      {start.error && (
        <Alert
          type="error"
          showIcon
          role="alert"
          title={explain(start.error, 'Failed to run the regression test')}
        />
      )}
    </>
  )
}

function Latest({ latest }: { readonly latest: RegressionTest }) {
  if (isInProgress(latest)) return <TestProgress latest={latest} />
  return (
    <>
      <p className="verification-sums" role="status">
        {describeOutcomes(latest)}
      </p>
      {latest.state === 'failed' && (
        <>
          <Alert type="error" showIcon role="alert" title={latest.error} />
          <Start />
        </>
      )}
      <RegressionTestValues test={latest} />
    </>
  )
}

function TestProgress({ latest }: { readonly latest: RegressionTest }) {
  const { id: projectId } = useEditor().project
  const cancel = useCancelRegressionTest()
  const { documents, documentsDone, id } = latest
  return (
    <div className="verification-progress">
      <Progress
        percent={Math.round((100 * documentsDone) / Math.max(1, documents))}
        aria-label="Documents tested"
        format={() => `${documentsDone} of ${documents}`}
      />
      <Button
        size="small"
        loading={cancel.isPending}
        onClick={() => cancel.mutate({ projectId, id })}
      >
        Cancel
      </Button>
    </div>
  )
}

function describeOutcomes({ outcomes, version }: RegressionTest): string {
  const { worse, better, unchanged: unchangedCount, failed: failedCount } = outcomes
  const sums = [
    [worse, 'worse'],
    [better, 'better'],
    [unchangedCount, 'unchanged'],
    [outcomes.new, 'new'],
    [failedCount, 'not answered'],
  ] as const
  const parts = sums.filter(([count]) => count > 0).map(([count, name]) => `${count} ${name}`)
  const comparison =
    version === null ? 'No version is published yet' : `Compared with version ${version}`
  return `${comparison}: ${parts.join(', ') || 'nothing to compare'}.`
}
