import type { LogLevel } from '@recto/contract/executions/execution-logs'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Modal, Select } from 'antd'
import { useState } from 'react'
import { exactTime } from '../../../shared/browser/time.ts'
import { Loaded } from '../../../shared/layout/Loaded.tsx'
import { ListPages } from '../../../shared/list/ListPages.tsx'
import { type Column, DataTable } from '../../../shared/table/DataTable.tsx'
import { labelOfWord } from '../../../shared/words/word-label.ts'
import type { ExecutionLog } from '../execution-log.ts'
import { logPage } from '../executions.queries.ts'
import './logs.css'

const LOGS_PER_PAGE = 10
const TABLE_HEIGHT = 550
/** Levels in the order of the filter. */
const levels = ['INFO', 'WARN', 'DEBUG', 'ERROR'] as const satisfies LogLevel[]

type Props = {
  readonly title: string
  readonly executionId: string
  /** Null selects entries about the execution itself; undefined selects all. */
  readonly fileId?: string | null
  readonly onClose: () => void
}

const columns: readonly Column<ExecutionLog>[] = [
  {
    key: 'time',
    title: 'Event time',
    width: 190,
    render: ({ at: loggedAt }) => <time dateTime={loggedAt}>{exactTime(loggedAt)}</time>,
  },
  {
    key: 'level',
    title: 'Level',
    width: 80,
    render: ({ level }) => (
      <span className="log-level" data-level={level}>
        {level}
      </span>
    ),
  },
  { key: 'stage', title: 'Stage', width: 120, render: ({ stage }) => labelOfWord(stage) },
  { key: 'log', title: 'Log', render: ({ text }) => <span className="log-text">{text}</span> },
]

/** Shows the log of an execution or of one of its files. */
export function LogDialog({ title, executionId, onClose, ...filter }: Props) {
  const [level, setLevel] = useState<LogLevel>()
  const [page, setPage] = useState(1)
  const search = { executionId, level, page, pageSize: LOGS_PER_PAGE, ...filter }
  const logs = useQuery({ ...logPage(search), placeholderData: keepPreviousData })

  return (
    <Modal open width={900} footer={null} title={title} onCancel={onClose}>
      <div className="log-filters">
        <Select<LogLevel>
          allowClear
          aria-label="Level"
          placeholder="Any level"
          style={{ width: 150 }}
          value={level ?? null}
          options={levels.map((levelName) => ({ value: levelName, label: levelName }))}
          onChange={(next) => {
            setLevel(next ?? undefined)
            setPage(1)
          }}
        />
      </div>
      <Loaded query={logs} failureText="Failed to load the logs">
        {(logsOnPage) => (
          <>
            <DataTable
              label="Logs"
              columns={columns}
              rows={logsOnPage.logs}
              keyOf={({ id }) => id}
              emptyText="No logs match the filter."
              maxHeight={TABLE_HEIGHT}
            />
            <ListPages
              page={page}
              pageSize={LOGS_PER_PAGE}
              count={logsOnPage.count}
              onChange={setPage}
            />
          </>
        )}
      </Loaded>
    </Modal>
  )
}
