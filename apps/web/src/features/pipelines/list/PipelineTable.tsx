import { SyncOutlined } from '@ant-design/icons'
import { Link } from '@tanstack/react-router'
import { Button, Switch, Tooltip } from 'antd'
import { useState } from 'react'
import { exactTimeIn, timeUntil } from '../../../shared/browser/time.ts'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import type { BulkAction } from '../../../shared/list/BulkDialog.tsx'
import { bulkActivity, bulkDeletion } from '../../../shared/list/bulk-actions.tsx'
import { ListTable } from '../../../shared/list/ListTable.tsx'
import { usePaths } from '../../../shared/navigation/paths.ts'
import { describeSchedule } from '../../../shared/schedule/describe-schedule.ts'
import { ServiceIcon } from '../../../shared/services/ServiceIcon.tsx'
import { useRefusalOf } from '../../../shared/session/refusal-of.ts'
import type { Column } from '../../../shared/table/DataTable.tsx'
import type { DeployedAction } from '../../deployments/deployments.port.tsx'
import type { Pipeline } from '../pipeline.ts'
import { useDeletePipeline, useSetActive, useSyncNow } from '../pipelines.queries.ts'
import { LastRun } from './LastRun.tsx'
import { PipelineMenu } from './PipelineMenu.tsx'
import { useActivity, useChangeRefusal, useRunRefusal } from './use-activity.ts'

type Props = {
  readonly label: string
  readonly pipelines: readonly Pipeline[]
  readonly emptyText: string
  onOpen(action: DeployedAction, pipeline: Pipeline): void
}

export function PipelineTable({ label, pipelines, emptyText, onOpen }: Props) {
  const to = usePaths()
  const sync = useSync()
  const columns: Column<Pipeline>[] = [
    ...facts((id) => to.workflow(id)),
    {
      key: 'last',
      title: 'Last run',
      width: 170,
      sortBy: ({ lastRunAt }) => lastRunAt ?? '',
      render: (pipeline) => (
        <LastRun
          pipeline={pipeline}
          failedAt={sync.failedAt.get(pipeline.id)}
          isStarting={sync.starting === pipeline.id}
        />
      ),
    },
    {
      key: 'schedule',
      title: 'Schedule',
      width: '16%',
      render: (pipeline) => <Schedule pipeline={pipeline} />,
    },
    {
      key: 'active',
      title: 'Active',
      width: 70,
      render: (pipeline) => <ActiveSwitch pipeline={pipeline} />,
    },
    {
      key: 'actions',
      title: 'Actions',
      isTitleHidden: true,
      width: 150,
      align: 'right',
      render: (pipeline) => (
        <span className="pipeline-actions">
          <SyncButton
            pipeline={pipeline}
            isStarting={sync.starting === pipeline.id}
            onSync={() => sync.run(pipeline)}
          />
          <PipelineMenu
            pipeline={pipeline}
            onOpen={(action) => onOpen(action, pipeline)}
            onSync={(options) => sync.run(pipeline, options)}
          />
        </span>
      ),
    },
  ]
  return (
    <ListTable
      label={label}
      noun="pipelines"
      columns={columns}
      rows={pipelines}
      keyOf={({ id }) => id}
      nameOf={({ name }) => name}
      emptyText={emptyText}
      bulkActions={useBulkActions()}
    />
  )
}

function useBulkActions(): readonly BulkAction<Pipeline>[] {
  const { mutateAsync: remove } = useDeletePipeline()
  const { mutateAsync: setActive } = useSetActive()
  const { mutateAsync: syncNow } = useSyncNow()
  const refusalOf = useRefusalOf()
  return [
    {
      label: 'Sync Now',
      past: 'started',
      icon: <SyncOutlined aria-hidden="true" />,
      explanation: 'Each of them starts a run now.',
      fallback: 'Failed to sync.',
      refusalOf: ({ isActive, createdBy }) =>
        isActive
          ? refusalOf('pipeline/run', { created_by: createdBy })
          : 'The pipeline is disabled',
      run: (pipeline) => syncNow(pipeline),
    },
    ...bulkActivity<Pipeline>({
      explanations: {
        on: 'They can be run again, and their schedules continue.',
        off: 'They will not run, on a schedule or otherwise, until they are enabled again.',
      },
      fallback: 'Failed to update pipeline status.',
      refusalOf: ({ createdBy }) => refusalOf('pipeline/change', { created_by: createdBy }),
      setActive: (id, isActive) => setActive({ id, isActive }),
    }),
    bulkDeletion({
      explanation:
        'They will stop running, and their keys and notifications will be deleted immediately. The workflows and their run history will be kept.',
      fallback: 'Failed to delete the pipeline',
      refusalOf: ({ createdBy }) => refusalOf('pipeline/delete', { created_by: createdBy }),
      remove,
    }),
  ]
}

const facts = (pathOf: (workflowId: string) => string): Column<Pipeline>[] => [
  {
    key: 'name',
    title: 'Pipeline',
    width: '16%',
    sortBy: ({ name }) => name,
    render: ({ name }) => <strong className="pipeline-name">{name}</strong>,
  },
  {
    key: 'way',
    title: 'Source → Destination',
    width: '16%',
    render: ({ sourceName, sourceIcon, destinationName, destinationIcon }) => (
      <span className="pipeline-way">
        {sourceIcon && <ServiceIcon src={sourceIcon} size={16} />}
        {sourceName} <span aria-hidden="true">→</span>
        <span className="visually-hidden"> to </span>
        {destinationIcon && <ServiceIcon src={destinationIcon} size={16} />}
        {destinationName}
      </span>
    ),
  },
  {
    key: 'workflow',
    title: 'Workflow',
    sortBy: ({ workflowName }) => workflowName,
    render: ({ workflowId, workflowName }) => <Link to={pathOf(workflowId)}>{workflowName}</Link>,
  },
]

type SyncOptions = { readonly usesEarlierResults?: boolean }

/** Starts runs. A run that could not be started is shown as failed from then on. */
function useSync() {
  const { mutate, variables, isPending } = useSyncNow()
  const [failedAt, setFailedAt] = useState<ReadonlyMap<string, string>>(new Map())
  const alerts = useAlerts()
  const run = (pipeline: Pipeline, options: SyncOptions = {}) =>
    mutate(
      { ...pipeline, ...options },
      {
        onSuccess: () => {
          setFailedAt(new Map([...failedAt].filter(([id]) => id !== pipeline.id)))
          alerts.success('Pipeline Sync Initiated')
        },
        onError: (error) => {
          setFailedAt(new Map([...failedAt, [pipeline.id, new Date().toISOString()]]))
          alerts.showError(error, 'Failed to sync.')
        },
      },
    )
  return { run, failedAt, starting: isPending ? variables?.id : undefined }
}

type SyncButtonProps = {
  readonly pipeline: Pipeline
  readonly isStarting: boolean
  onSync(): void
}

function SyncButton({ pipeline, isStarting, onSync }: SyncButtonProps) {
  const refusal = useRunRefusal(pipeline)
  return (
    <Tooltip title={refusal}>
      <Button
        size="small"
        aria-label={`Sync Now: ${pipeline.name}`}
        disabled={refusal !== undefined}
        loading={isStarting}
        icon={<SyncOutlined aria-hidden="true" />}
        onClick={onSync}
      >
        Sync Now
      </Button>
    </Tooltip>
  )
}

function Schedule({ pipeline }: { readonly pipeline: Pipeline }) {
  const { cron, timeZone, nextRunAt, runsOnArrival } = pipeline
  if (cron === null && runsOnArrival) return 'When something arrives'
  if (cron === null) return <span className="faint">On demand</span>
  return (
    <span title={`${cron} (${timeZone})`}>
      {describeSchedule(cron) ?? 'Summary not available.'}
      {runsOnArrival && ', and when something arrives'}
      <small className="pipeline-next">
        {nextRunAt ? (
          <time dateTime={nextRunAt} title={exactTimeIn(nextRunAt, timeZone)}>
            Next run {timeUntil(nextRunAt)}
          </time>
        ) : (
          'No runs while disabled'
        )}
      </small>
    </span>
  )
}

function ActiveSwitch({ pipeline }: { readonly pipeline: Pipeline }) {
  const { flip, isPending } = useActivity(pipeline)
  const refusal = useChangeRefusal(pipeline)
  return (
    <Switch
      size="small"
      title={refusal ?? (pipeline.isActive ? 'Active' : 'Inactive')}
      aria-label={`${pipeline.name} is active`}
      disabled={refusal !== undefined}
      checked={pipeline.isActive}
      loading={isPending}
      onChange={flip}
    />
  )
}
