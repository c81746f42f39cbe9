import type { ExecutionEntity } from '@recto/contract/executions/executions'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { exactTime, relativeTime } from '../../../shared/browser/time.ts'
import { Loaded } from '../../../shared/layout/Loaded.tsx'
import { ListPages } from '../../../shared/list/ListPages.tsx'
import { usePaths } from '../../../shared/navigation/paths.ts'
import { type Column, DataTable, shortId } from '../../../shared/table/DataTable.tsx'
import { formatDuration } from '../../../shared/words/measures.ts'
import type { PipelineRun } from '../execution-log.ts'
import { runsOf } from '../executions.queries.ts'
import { StatusTag } from '../StatusTag.tsx'
import { LogDialog } from './LogDialog.tsx'
import './logs.css'

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
      <Loaded query={runs} failureText="Failed to load the logs">
        {(runsOnPage) => (
          <>
            <DataTable
              label="Runs"
              columns={columnsFor((id) => to.executionLog(entity, id), setOpenLogId)}
              rows={runsOnPage.runs}
              keyOf={({ id }) => id}
              emptyText="No runs yet"
            />
            <ListPages
              page={page}
              pageSize={RUNS_PER_PAGE}
              count={runsOnPage.count}
              onChange={setPage}
            />
          </>
        )}
      </Loaded>
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
      width: 210,
      render: (run) => (
        <StatusTag status={run.status} files={run} isInReview={run.isWaitingForReview} />
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
      render: ({ seconds }) => <span className="mono figure">{formatDuration(seconds)}</span>,
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
