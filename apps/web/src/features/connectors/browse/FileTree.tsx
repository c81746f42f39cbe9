import { FileOutlined, FolderOutlined, InboxOutlined } from '@ant-design/icons'
import { downloadFile } from '@recto/contract/connectors/connectors'
import { useQuery } from '@tanstack/react-query'
import { Checkbox } from 'antd'
import { useState } from 'react'
import { addressOf } from '../../../shared/api/address.ts'
import { exactTime } from '../../../shared/browser/time.ts'
import { formatSize } from '../../../shared/words/measures.ts'
import type { ConnectorEntry } from '../connector.ts'
import { folderPage, PAGE_OF_ENTRIES } from '../connectors.queries.ts'
import { FailedRow, LoadingRow, MessageRow, MoreRow, NameCell } from './TreeRows.tsx'
import '../connectors.css'

/** Selection of folders by their paths. */
type Choice = {
  /** Verb for the selection, put before each name, such as `Process`. */
  readonly purpose: string
  readonly selectedPaths: readonly string[]
  onChange(folders: readonly string[]): void
}

type Props = {
  readonly connectorId: string
  /** Enables selecting folders; without it, files can be downloaded. */
  readonly choice?: Choice
}

/** Tree of a connector's folders and files; the content of a folder is loaded when it is opened. */
export function FileTree(props: Props) {
  return (
    <div className="sheet data-table connector-tree">
      <table aria-label="Folders and files">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col" style={{ width: 110, textAlign: 'right' }}>
              Size
            </th>
            <th scope="col" style={{ width: 210 }}>
              Modified at
            </th>
          </tr>
        </thead>
        <tbody>
          <Folder {...props} path="/" level={0} page={1} />
        </tbody>
      </table>
    </div>
  )
}

type FolderProps = Props & {
  readonly path: string
  readonly level: number
  readonly page: number
}

/** One page of a folder's content, and the next ones on request. */
function Folder(props: FolderProps) {
  const { connectorId, path, level, page } = props
  const { data: entries, error, refetch } = useQuery(folderPage({ connectorId, path, page }))
  const [isShowingMore, setShowingMore] = useState(false)
  const rowLayout = { level, columns: 3 }

  if (error) return <FailedRow {...rowLayout} error={error} onRetry={() => void refetch()} />
  if (!entries) return <LoadingRow {...rowLayout} />
  if (entries.length === 0 && page === 1) return <MessageRow {...rowLayout}>No files</MessageRow>
  return (
    <>
      {entries.map((entry) => (
        <Entry key={entry.path} {...props} entry={entry} />
      ))}
      {isShowingMore && <Folder {...props} page={page + 1} />}
      {!isShowingMore && entries.length >= PAGE_OF_ENTRIES && (
        <MoreRow {...rowLayout} onMore={() => setShowingMore(true)} />
      )}
    </>
  )
}

function Entry({ entry, ...props }: FolderProps & { readonly entry: ConnectorEntry }) {
  const { level, connectorId, choice } = props
  const [isOpen, setOpen] = useState(false)
  const { path, name, isFile, isUnit, size, modifiedAt } = entry
  const time = modifiedAt && exactTime(modifiedAt)
  const toggle = () => setOpen(!isOpen)

  return (
    <>
      <tr>
        {isFile ? (
          <NameCell level={level} icon={<FileOutlined aria-hidden="true" />}>
            {choice ? name : <Download connectorId={connectorId} path={path} name={name} />}
          </NameCell>
        ) : (
          <NameCell
            level={level}
            isOpen={isOpen}
            icon={
              isUnit ? <InboxOutlined aria-hidden="true" /> : <FolderOutlined aria-hidden="true" />
            }
            prefix={choice && !isUnit && <Chooser path={path} choice={choice} />}
            onToggle={toggle}
          >
            {name}
          </NameCell>
        )}
        <td style={{ textAlign: 'right' }}>{isFile ? formatSize(size) : ''}</td>
        <td>{time}</td>
      </tr>
      {isOpen && <Folder {...props} path={path} level={level + 1} page={1} />}
    </>
  )
}

function Chooser({ path, choice }: { readonly path: string; readonly choice: Choice }) {
  const { purpose, selectedPaths, onChange } = choice
  const otherPaths = selectedPaths.filter((selectedPath) => selectedPath !== path)
  return (
    <Checkbox
      aria-label={`${purpose} ${path}`}
      checked={selectedPaths.includes(path)}
      onChange={({ target }) => onChange(target.checked ? [...otherPaths, path] : otherPaths)}
    />
  )
}

type DownloadProps = { readonly connectorId: string; readonly path: string; readonly name: string }

function Download({ connectorId, path, name }: DownloadProps) {
  const query = { connector_id: connectorId, path }
  return (
    <a href={addressOf(downloadFile, { query })} download={name}>
      {name}
    </a>
  )
}
