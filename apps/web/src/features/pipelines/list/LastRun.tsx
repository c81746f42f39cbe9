import { LoadingOutlined, ReloadOutlined } from '@ant-design/icons'
import type { PipelineStatus } from '@recto/contract/pipelines/pipelines'
import { Button } from 'antd'
import { exactTime, relativeTime } from '../../../shared/browser/time.ts'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import type { Pipeline } from '../pipeline.ts'
import { useRefreshPipelines } from '../pipelines.queries.ts'

type Props = {
  readonly pipeline: Pipeline
  /** Time at which a run requested here failed to start. */
  readonly failedAt: string | undefined
  /** Whether a run has just been requested. */
  readonly isStarting: boolean
}

const labels: Record<PipelineStatus, string> = {
  SUCCESS: 'SUCCESS',
  PARTIAL_SUCCESS: 'PARTIAL SUCCESS',
  FAILURE: 'FAILURE',
  INPROGRESS: 'INPROGRESS',
  YET_TO_START: 'Not run yet',
  RESTARTING: 'RESTARTING',
  PAUSED: 'PAUSED',
}

/** Shows the result and the time of the last run. A run with failed files is shown as partial. */
export function LastRun({ pipeline, failedAt, isStarting }: Props) {
  const refresh = useRefreshPipelines()
  const alerts = useAlerts()
  const status = failedAt ? 'FAILURE' : pipeline.lastStatus
  const runAt = failedAt ?? pipeline.lastRunAt
  const isRunning = isStarting || status === 'INPROGRESS' || status === 'RESTARTING'
  const isPartial = status === 'PARTIAL_SUCCESS'
  const failedFiles = isPartial ? (pipeline.lastRuns[0]?.failed_files ?? 0) : 0
  return (
    <span className="pipeline-last">
      <span className="pipeline-status" data-status={isPartial ? 'PARTIAL' : status}>
        {isRunning ? (
          <>
            <LoadingOutlined aria-hidden="true" /> processing
          </>
        ) : (
          labels[status]
        )}
        {failedFiles > 0 && ` · ${failedFiles} failed`}
      </span>
      <Button
        type="text"
        size="small"
        aria-label={`Refresh the status of ${pipeline.name}`}
        title="Refresh the status"
        loading={refresh.isPending}
        icon={<ReloadOutlined />}
        onClick={() =>
          refresh.mutate(pipeline.id, {
            onError: (error) => alerts.showError(error, 'Failed to get the status'),
          })
        }
      />
      {runAt && (
        <time dateTime={runAt} title={exactTime(runAt)}>
          {relativeTime(runAt)}
        </time>
      )}
    </span>
  )
}
