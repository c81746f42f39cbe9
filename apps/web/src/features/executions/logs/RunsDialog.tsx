import type { ExecutionEntity } from '@recto/contract/executions/executions'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Button, Modal, Pagination } from 'antd'
import { useState } from 'react'
import { exactTime, relativeTime } from '../../../shared/browser/time.ts'
import { FailureState } from '../../../shared/layout/FailureState.tsx'
import { ListSkeleton } from '../../../shared/layout/PageSkeleton.tsx'
import { usePaths } from '../../../shared/navigation/paths.ts'
import { type Column, DataTable } from '../../../shared/table/DataTable.tsx'
import type { PipelineRun } from '../execution-log.ts'
import { runsOf } from '../executions.queries.ts'
import { StatusTag } from '../StatusTag.tsx'
import { LogDialog } from './LogDialog.tsx'
import './logs.css'
import { shortId } from '../../../shared/table/DataTable.tsx'

const RUNS_PER_PAGE = 10

type Props = {
  /** An API deployment or a pipeline. */
  readonly owner: { readonly id: string; readonly name: string }
  readonly entity: ExecutionEntity
  readonly onClose: () => void
}

/** Lists the runs of a deployment or a pipeline with their logs. */
export function RunsDialog({ owner, entity, onClose }: Props) {
  const [page, setPage] = useState(1)
  const [openLogId, setOpenLogId] = useState<string>()
  const to = usePaths()
  const query = runsOf(owner.id, { page, pageSize: RUNS_PER_PAGE })
  const runs = useQuery({ ...query, placeholderData: keepPreviousData })
  return (
    <Modal
      open
      width={860}
      footer={null}
      title={`Execution Logs for ${owner.name}`}
      onCancel={onClose}
    >
      {runs.error && !runs.data && (
        <FailureState
          error={runs.error}
          fallback="Failed to load the logs"
          onRetry={() => void runs.refetch()}
        />
      )}
      {!runs.error && !runs.data && <ListSkeleton />}
      {runs.data && (
        <>
          <DataTable
            label="Runs"
            columns={columnsFor((id) => to.executionLog(entity, id), setOpenLogId)}
            rows={runs.data.runs}
            keyOf={({ id }) => id}
            emptyText="No runs yet"
          />
          <Pagination
            className="log-pages"
            align="end"
            hideOnSinglePage
            showSizeChanger={false}
            current={page}
            pageSize={RUNS_PER_PAGE}
            total={runs.data.count}
            onChange={setPage}
          />
        </>
      )}
      {openLogId && (
        <LogDialog
          title={`Logs for ${shortId(openLogId)}`}
          executionId={openLogId}
          onClose={() => setOpenLogId(undefined)}
        />
      )}
    </Modal>
  )
}

function columnsFor(
  pathOf: (id: string) => string,
  onLogs: (id: string) => void,
): Column<PipelineRun>[] {
  return [
    {
      key: 'started',
      title: 'Started',
      width: 150,
      render: ({ startedAt }) => (
        <time dateTime={startedAt} title={exactTime(startedAt)}>
          {relativeTime(startedAt)}
        </time>
      ),
    },
    {
      key: 'id',
      title: 'Execution',
      render: ({ id }) => (
        <Link className="mono" to={pathOf(id)} title={id}>
          {shortId(id)}
        </Link>
      ),
    },
    {
      key: 'status',
      title: 'Status',
      width: 140,
      render: ({ status, failedFiles, isWaitingForReview }) => (
        <StatusTag status={status} failedFiles={failedFiles} isInReview={isWaitingForReview} />
      ),
    },
    {
      key: 'files',
      title: 'Files',
      width: 100,
      render: ({ successfulFiles, totalFiles }) => (
        <span className="figure">
          {successfulFiles} of {totalFiles}
        </span>
      ),
    },
    {
      key: 'time',
      title: 'Time',
      width: 90,
      align: 'right',
      render: ({ seconds }) => <span className="mono figure">{seconds.toFixed(1)} s</span>,
    },
    {
      key: 'logs',
      title: 'Logs',
      isTitleHidden: true,
      width: 110,
      align: 'right',
      render: ({ id }) => (
        <Button size="small" aria-label={`View logs for ${id}`} onClick={() => onLogs(id)}>
          View Logs
        </Button>
      ),
    },
  ]
}
