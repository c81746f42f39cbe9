import { LoadingOutlined, ReloadOutlined } from '@ant-design/icons'
import type { PipelineStatus, LastRun as Run } from '@recto/contract/pipelines/pipelines'
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
  SUCCESS: 'Success',
  PARTIAL_SUCCESS: 'Partial success',
  FAILURE: 'Failure',
  INPROGRESS: 'In progress',
  YET_TO_START: 'Not run yet',
  RESTARTING: 'Restarting',
  PAUSED: 'Paused',
}

type RunDisplay = {
  /** Key of the color. */
  readonly tone: string
  /** Absent while it is processing files. */
  readonly text: string | undefined
}

/** A run that only waits for people does not process anything. */
function describe(status: PipelineStatus, lastRun: Run | undefined): RunDisplay {
  if (status === 'PARTIAL_SUCCESS') {
    const failedFiles = lastRun?.failed_files ?? 0
    const text = failedFiles > 0 ? `${labels[status]} · ${failedFiles} failed` : labels[status]
    return { tone: 'PARTIAL', text }
  }
  if (status !== 'INPROGRESS' && status !== 'RESTARTING') {
    return { tone: status, text: labels[status] }
  }
  if (!lastRun?.is_waiting_for_review) return { tone: status, text: undefined }
  const files = lastRun.in_review_files === 1 ? '1 file' : `${lastRun.in_review_files} files`
  return { tone: 'PARTIAL', text: `In review · ${files}` }
}

/** Shows the result and the time of the last run. A run with failed files is shown as partial. */
export function LastRun({ pipeline, failedAt, isStarting }: Props) {
  const refresh = useRefreshPipelines()
  const alerts = useAlerts()
  const status = failedAt ? 'FAILURE' : pipeline.lastStatus
  const runAt = failedAt ?? pipeline.lastRunAt
  const display = describe(status, pipeline.lastRuns[0])
  return (
    <span className="pipeline-last">
      <span className="pipeline-status" data-status={display.tone}>
        {isStarting || display.text === undefined ? (
          <>
            <LoadingOutlined aria-hidden="true" /> Processing
          </>
        ) : (
          display.text
        )}
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
