import { LoadingOutlined, ReloadOutlined } from '@ant-design/icons'
import type { PipelineStatus } from '@recto/contract/pipelines'
import { Button } from 'antd'
import { exactTime, relativeTime } from '../../../shared/browser/time.ts'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import type { Pipeline } from '../pipeline.ts'
import { useRefreshPipelines } from '../pipelines.queries.ts'

type Props = {
  readonly pipeline: Pipeline
  /** When a run that was asked for here could not begin. */
  readonly failedAt: string | undefined
  /** Whether a run was just asked for. */
  readonly isStarting: boolean
}

const labels: Record<PipelineStatus, string> = {
  SUCCESS: 'SUCCESS',
  FAILURE: 'FAILURE',
  INPROGRESS: 'INPROGRESS',
  YET_TO_START: 'Not run yet',
  RESTARTING: 'RESTARTING',
  PAUSED: 'PAUSED',
}

/** How the last run ended and when it was; a run that goes on turns, and one in which files failed is not well. */
export function LastRun({ pipeline, failedAt, isStarting }: Props) {
  const refresh = useRefreshPipelines()
  const alerts = useAlerts()
  const status = failedAt ? 'FAILURE' : pipeline.lastStatus
  const at = failedAt ?? pipeline.lastRunAt
  const isRunning = isStarting || status === 'INPROGRESS' || status === 'RESTARTING'
  const failed = status === 'SUCCESS' ? (pipeline.lastRuns[0]?.failed_files ?? 0) : 0
  return (
    <span className="pipeline-last">
      <span className="pipeline-status" data-status={failed > 0 ? 'PARTIAL' : status}>
        {isRunning ? (
          <>
            <LoadingOutlined aria-hidden="true" /> processing
          </>
        ) : (
          labels[status]
        )}
        {failed > 0 && ` · ${failed} failed`}
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
            onError: (error) => alerts.failed(error, 'Failed to get the status'),
          })
        }
      />
      {at && (
        <time dateTime={at} title={exactTime(at)}>
          {relativeTime(at)}
        </time>
      )}
    </span>
  )
}
