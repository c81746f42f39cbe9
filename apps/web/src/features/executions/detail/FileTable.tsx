import type { FileExecution } from '@recto/contract/executions'
import { Button } from 'antd'
import { exactTime, relativeTime } from '../../../shared/browser/time.ts'
import { type Column, DataTable } from '../../../shared/table/DataTable.tsx'
import { isSettled } from '../progress.ts'
import { StatusTag } from '../StatusTag.tsx'
import type { FilesSearch } from './files-search.ts'

type Props = {
  readonly files: readonly FileExecution[]
  /** Keys of the columns that are not shown. */
  readonly hidden: readonly string[]
  readonly ordering: FilesSearch['ordering']
  onOrder(ordering: FilesSearch['ordering']): void
  onOpen(fileId: string): void
}

/** One page of the files of an execution. */
export function FileTable({ files, hidden, ordering, onOrder, onOpen }: Props) {
  const name = nameColumn(!hidden.includes('message'))
  const shown = facts.filter(({ key }) => !hidden.includes(key))
  return (
    <DataTable
      label="Files of the execution"
      columns={[name, ...shown, resultColumn(onOpen)]}
      rows={files}
      keyOf={({ id }) => id}
      emptyText="There are no files for the chosen filter."
      ordering={ordering}
      onOrder={(next) => onOrder(next as FilesSearch['ordering'])}
    />
  )
}

/** Every file says how it fares: below its name there is room for a whole reason. */
const nameColumn = (withMessage: boolean): Column<FileExecution> => ({
  key: 'name',
  title: 'File',
  render: ({ file_name, status, status_msg }) => (
    <>
      {file_name}
      {withMessage && (
        <small className="file-message" data-status={status}>
          {status_msg || 'Yet to be processed'}
        </small>
      )}
    </>
  ),
})

const facts: readonly Column<FileExecution>[] = [
  {
    key: 'status',
    title: 'Status',
    width: 140,
    render: ({ status }) => <StatusTag status={status} />,
  },
  {
    key: 'size',
    title: 'Size',
    width: 100,
    align: 'right',
    orderBy: 'file_size',
    render: ({ file_size }) => <span className="mono figure">{file_size}</span>,
  },
  {
    key: 'time',
    title: 'Time',
    width: 90,
    align: 'right',
    orderBy: 'execution_time',
    render: ({ execution_time }) => <span className="mono figure">{execution_time}</span>,
  },
  {
    key: 'started',
    title: 'Started',
    width: 130,
    orderBy: 'created_at',
    render: ({ created_at }) => (
      <time dateTime={created_at} title={exactTime(created_at)}>
        {relativeTime(created_at)}
      </time>
    ),
  },
]

const resultColumn = (onOpen: Props['onOpen']): Column<FileExecution> => ({
  key: 'result',
  title: 'Result',
  isTitleHidden: true,
  width: 90,
  align: 'right',
  render: (file) => (
    <Button
      size="small"
      disabled={!isSettled(file)}
      aria-label={`Result of ${file.file_name}`}
      onClick={() => onOpen(file.id)}
    >
      Result
    </Button>
  ),
})
