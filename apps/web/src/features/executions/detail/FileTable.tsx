import { Button } from 'antd'
import { exactTime, relativeTime } from '../../../shared/browser/time.ts'
import { type Column, DataTable } from '../../../shared/table/DataTable.tsx'
import type { FileExecution } from '../execution.ts'
import { orders } from '../execution.ts'
import { isSettled } from '../progress.ts'
import { StatusTag } from '../StatusTag.tsx'
import type { FilesSearch } from './files-search.ts'

type Props = {
  readonly files: readonly FileExecution[]
  /** Keys of the hidden columns. */
  readonly hidden: readonly string[]
  readonly ordering: FilesSearch['ordering']
  onOrder(ordering: FilesSearch['ordering']): void
  onOpen(fileId: string): void
  /** Opens the log of a file. */
  onLogs(fileId: string): void
}

/** Columns that can be hidden. The name and the link to the result always stay. */
export const optionalColumns = [
  { key: 'status', title: 'Status' },
  { key: 'message', title: 'Status message' },
  { key: 'size', title: 'Size' },
  { key: 'time', title: 'Time' },
  { key: 'started', title: 'Started' },
] as const

const facts: readonly Column<FileExecution>[] = [
  {
    key: 'status',
    title: 'Status',
    width: 140,
    render: ({ status, isInReview }) => <StatusTag status={status} isInReview={isInReview} />,
  },
  {
    key: 'size',
    title: 'Size',
    width: 100,
    align: 'right',
    orderBy: orders.size,
    render: ({ size }) => <span className="mono figure">{size}</span>,
  },
  {
    key: 'time',
    title: 'Time',
    width: 90,
    align: 'right',
    orderBy: orders.duration,
    render: ({ duration }) => <span className="mono figure">{duration}</span>,
  },
  {
    key: 'started',
    title: 'Started',
    width: 130,
    orderBy: orders.startedAt,
    render: ({ startedAt }) => (
      <time dateTime={startedAt} title={exactTime(startedAt)}>
        {relativeTime(startedAt)}
      </time>
    ),
  },
]

/** One page of the files of an execution. */
export function FileTable({ files, hidden, ordering, onOrder, onOpen, onLogs }: Props) {
  const name = nameColumn(!hidden.includes('message'))
  const visibleColumns = facts.filter(({ key }) => !hidden.includes(key))
  return (
    <DataTable
      label="Files in the execution"
      columns={[name, ...visibleColumns, logsColumn(files, onLogs), resultColumn(files, onOpen)]}
      rows={files}
      keyOf={({ id }) => id}
      emptyText="No files match the filter."
      ordering={ordering}
      onOrder={(next) => onOrder(next as FilesSearch['ordering'])}
    />
  )
}

/** Shows the status message below the name, where there is room for a long reason. */
const nameColumn = (withMessage: boolean): Column<FileExecution> => ({
  key: 'name',
  title: 'File',
  render: ({ name, folder, otherNames, status, message }) => (
    <>
      {name}
      {folder && <small className="file-folder faint">{folder}</small>}
      {otherNames.length > 0 && (
        <small className="file-folder faint">Also sent as {otherNames.join(', ')}</small>
      )}
      {withMessage && (
        <small className="file-message" data-status={status}>
          {message || 'Yet to be processed'}
        </small>
      )}
    </>
  ),
})

type FileLabelParts = Pick<FileExecution, 'name' | 'folder'>

/** Returns the name of a file, with its folder if another file of the page has the same name. */
function labelOf({ name, folder }: FileLabelParts, files: readonly FileLabelParts[]): string {
  const isRepeated = files.filter((file) => file.name === name).length > 1
  return isRepeated && folder ? `${folder}/${name}` : name
}

const logsColumn = (files: Props['files'], onLogs: Props['onLogs']): Column<FileExecution> => ({
  key: 'logs',
  title: 'Logs',
  isTitleHidden: true,
  width: 80,
  align: 'right',
  render: (file) => (
    <Button
      size="small"
      aria-label={`Logs for ${labelOf(file, files)}`}
      onClick={() => onLogs(file.id)}
    >
      Logs
    </Button>
  ),
})

const resultColumn = (files: Props['files'], onOpen: Props['onOpen']): Column<FileExecution> => ({
  key: 'result',
  title: 'Result',
  isTitleHidden: true,
  width: 90,
  align: 'right',
  render: (file) => (
    <Button
      size="small"
      disabled={!isSettled(file)}
      aria-label={`Result for ${labelOf(file, files)}`}
      onClick={() => onOpen(file.id)}
    >
      Result
    </Button>
  ),
})
