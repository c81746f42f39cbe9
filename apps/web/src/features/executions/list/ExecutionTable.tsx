import type { Execution, ExecutionEntity } from '@recto/contract/executions'
import { Link } from '@tanstack/react-router'
import { exactTime, relativeTime } from '../../../shared/browser/time.ts'
import { usePaths } from '../../../shared/navigation/paths.ts'
import { type Column, DataTable } from '../../../shared/table/DataTable.tsx'
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

/** One page of executions; the whole row leads to its execution. */
export function ExecutionTable({ entity, executions, ordering, onOrder }: Props) {
  const to = usePaths()
  const name: Column<Execution> = {
    key: 'name',
    title: origin[entity],
    render: ({ pipeline_name }) => pipeline_name ?? '-',
  }
  const columns: Column<Execution>[] = [
    {
      key: 'started',
      title: 'Started',
      width: 150,
      orderBy: 'created_at',
      render: ({ id, created_at }) => (
        <Link className="row-link" to={to.executionLog(entity, id)}>
          <time dateTime={created_at} title={exactTime(created_at)}>
            {relativeTime(created_at)}
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
          {id.slice(0, 8)}
        </span>
      ),
    },
    ...(entity === 'WF' ? [] : [name]),
    { key: 'workflow', title: 'Workflow', render: ({ workflow_name }) => workflow_name },
    {
      key: 'status',
      title: 'Status',
      width: 140,
      render: (execution) => <Status execution={execution} />,
    },
    { key: 'files', title: 'Files', width: 150, render: fileCounts },
    {
      key: 'time',
      title: 'Time',
      width: 100,
      align: 'right',
      orderBy: 'execution_time',
      render: ({ execution_time }) => <span className="mono figure">{execution_time}</span>,
    },
  ]

  return (
    <div className="log-table">
      <DataTable
        label="Executions"
        columns={columns}
        rows={executions}
        keyOf={({ id }) => id}
        emptyText="There are no logs for the chosen filter."
        maxHeight={TABLE_HEIGHT}
        ordering={ordering}
        onOrder={(next) => onOrder(next as LogsSearch['ordering'])}
      />
    </div>
  )
}

function Status({ execution: { status, error_message } }: { readonly execution: Execution }) {
  return (
    <span title={error_message || undefined}>
      <StatusTag status={status} />
    </span>
  )
}

function fileCounts({ total_files, successful_files, failed_files }: Execution) {
  return (
    <>
      <span className="figure">
        {successful_files} of {total_files}
      </span>{' '}
      {failed_files > 0 && <span className="file-failures figure">{failed_files} failed</span>}
    </>
  )
}
