import type { SavedPipeline } from '@recto/contract/pipelines/pipelines'
import { Link, useNavigate } from '@tanstack/react-router'
import { Alert, Button, Result } from 'antd'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { usePaths } from '../../../shared/navigation/paths.ts'
import { describeSchedule } from '../../../shared/schedule/describe-schedule.ts'
import { type Pipeline, pipelineFromWire, texts } from '../pipeline.ts'
import { useSyncNow } from '../pipelines.queries.ts'

/** The button that had the focus is gone. */
const takeFocus = (heading: HTMLElement | null) => heading?.focus()

function describeTrigger({ runsOnArrival, cron, timeZone }: Pipeline): string {
  if (runsOnArrival) return 'It runs when something arrives.'
  if (cron === null) return 'It runs only by hand.'
  return `${describeSchedule(cron) ?? `Schedule ${cron}`} (${timeZone}).`
}

/** Shown when the pipeline has been created. */
export function GuideDone({ createdPipeline }: { readonly createdPipeline: SavedPipeline }) {
  const pipeline = pipelineFromWire(createdPipeline)
  const { id, type, name, workflowId } = pipeline
  const { caveat } = createdPipeline
  const to = usePaths()
  const navigate = useNavigate()
  const alerts = useAlerts()
  const sync = useSyncNow()
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
        subTitle={`${describeTrigger(pipeline)} Its first run reads the files that are there now.`}
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
