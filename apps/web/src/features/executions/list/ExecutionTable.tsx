import type { ExecutionEntity } from '@recto/contract/executions/executions'
import { Link } from '@tanstack/react-router'
import { exactTime, relativeTime } from '../../../shared/browser/time.ts'
import { usePaths } from '../../../shared/navigation/paths.ts'
import { type Column, DataTable, shortId } from '../../../shared/table/DataTable.tsx'
import type { Execution } from '../execution.ts'
import { orders } from '../execution.ts'
import { StatusTag } from '../StatusTag.tsx'
import type { LogsSearch } from './logs-search.ts'

const TABLE_HEIGHT = 550

type Props = {
  readonly entity: ExecutionEntity
  readonly executions: readonly Execution[]
  readonly ordering: LogsSearch['ordering']
  onOrder(ordering: LogsSearch['ordering']): void
}

const origin: Record<ExecutionEntity, string> = {
  ETL: 'Pipeline',
  API: 'API deployment',
  TASK: 'Pipeline',
  WF: 'Workflow',
}

/** One page of executions; each row links to its execution. */
export function ExecutionTable({ entity, executions, ordering, onOrder }: Props) {
  const to = usePaths()
  const name: Column<Execution> = {
    key: 'name',
    title: origin[entity],
    render: ({ pipelineName }) => pipelineName ?? '-',
  }
  const columns: Column<Execution>[] = [
    {
      key: 'started',
      title: 'Started',
      width: 130,
      orderBy: orders.startedAt,
      render: ({ id, startedAt }) => (
        <Link className="row-link" to={to.executionLog(entity, id)}>
          <time dateTime={startedAt} title={exactTime(startedAt)}>
            {relativeTime(startedAt)}
          </time>
        </Link>
      ),
    },
    {
      key: 'id',
      title: 'Execution',
      width: 110,
      render: ({ id }) => (
        <span className="mono" title={id}>
          {shortId(id)}
        </span>
      ),
    },
    ...(entity === 'WF' ? [] : [name]),
    { key: 'workflow', title: 'Workflow', render: ({ workflowName }) => workflowName },
    {
      key: 'status',
      title: 'Status',
      width: 200,
      render: (execution) => <Status execution={execution} />,
    },
    { key: 'files', title: 'Files', width: 110, render: fileCounts },
    {
      key: 'time',
      title: 'Time',
      width: 80,
      align: 'right',
      orderBy: orders.duration,
      render: ({ duration }) => <span className="mono figure">{duration}</span>,
    },
  ]

  return (
    <div className="log-table">
      <DataTable
        label="Executions"
        columns={columns}
        rows={executions}
        keyOf={({ id }) => id}
        emptyText="No executions match the filter."
        maxHeight={TABLE_HEIGHT}
        ordering={ordering}
        onOrder={(next) => onOrder(next as LogsSearch['ordering'])}
      />
    </div>
  )
}

function Status({ execution }: { readonly execution: Execution }) {
  const { status, errorMessage, isWaitingForReview } = execution
  return (
    <span title={errorMessage || undefined}>
      <StatusTag status={status} files={execution} isInReview={isWaitingForReview} />
    </span>
  )
}

function fileCounts({ totalFiles, successfulFiles, failedFiles }: Execution) {
  return (
    <>
      <span className="figure">
        {successfulFiles} of {totalFiles}
      </span>{' '}
      {failedFiles > 0 && <span className="file-failures figure">{failedFiles} failed</span>}
    </>
  )
}
