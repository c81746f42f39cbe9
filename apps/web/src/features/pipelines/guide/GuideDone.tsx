import type { SavedPipeline } from '@recto/contract/pipelines/pipelines'
import { Link, useNavigate } from '@tanstack/react-router'
import { Alert, Button, Result } from 'antd'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { usePaths } from '../../../shared/navigation/paths.ts'
import { describeSchedule } from '../../../shared/schedule/describe-schedule.ts'
import { pipelineFromWire, texts } from '../pipeline.ts'
import { useSyncNow } from '../pipelines.queries.ts'

/** The button that had the focus is gone. */
const takeFocus = (heading: HTMLElement | null) => heading?.focus()

/** Shown when the pipeline has been created. */
export function GuideDone({ createdPipeline }: { readonly createdPipeline: SavedPipeline }) {
  const pipeline = pipelineFromWire(createdPipeline)
  const { id, type, name, cron, timeZone, workflowId } = pipeline
  const { caveat } = createdPipeline
  const to = usePaths()
  const navigate = useNavigate()
  const alerts = useAlerts()
  const sync = useSyncNow()
  const schedule =
    cron === null
      ? 'It runs only by hand.'
      : `${describeSchedule(cron) ?? `Schedule ${cron}`} (${timeZone}).`

  const run = () =>
    sync.mutate(
      { id, type },
      {
        onSuccess: ({ execution }) =>
          void navigate({ to: to.executionLog(type, execution.execution_id) }),
        onError: (error) => alerts.showError(error, 'Failed to sync.'),
      },
    )
  return (
    <section className="sheet" aria-label="Pipeline created">
      <Result
        status="success"
        title={
          <h2 className="guide-done" tabIndex={-1} ref={takeFocus}>
            “{name}” is set up
          </h2>
        }
        subTitle={`${schedule} Its first run reads the files that are there now.`}
        extra={
          <>
            <Button type="primary" loading={sync.isPending} onClick={run}>
              Sync Now
            </Button>
            <Link to={type === 'ETL' ? to.etlPipelines() : to.taskPipelines()}>
              See the {texts[type].plural}
            </Link>
            <Link to={to.workflow(workflowId)}>Open its workflow</Link>
          </>
        }
      >
        {caveat !== null && <Alert type="warning" showIcon title={caveat} />}
      </Result>
    </section>
  )
}
