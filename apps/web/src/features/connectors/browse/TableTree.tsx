import { ColumnWidthOutlined, TableOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { columnsOfTable, PAGE_OF_ENTRIES, tablePage } from '../connectors.queries.ts'
import { FailedRow, LoadingRow, MessageRow, MoreRow, NameCell } from './TreeRows.tsx'
import '../connectors.css'

type Props = { readonly connectorId: string }

/** Tree of a connector's tables; the columns of a table are loaded when it is opened. */
export function TableTree({ connectorId }: Props) {
  return (
    <div className="sheet data-table connector-tree">
      <table aria-label="Tables and columns">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col" style={{ width: 260 }}>
              Type
            </th>
            <th scope="col" style={{ width: 130 }}>
              Nullable
            </th>
          </tr>
        </thead>
        <tbody>
          <Tables connectorId={connectorId} page={1} />
        </tbody>
      </table>
    </div>
  )
}

const tableLevel = { level: 0, columns: 3 }
const columnLevel = { level: 1, columns: 3 }

/** One page of the tables, and the next ones on request. */
function Tables({ connectorId, page }: Props & { readonly page: number }) {
  const { data: tables, error, refetch } = useQuery(tablePage({ connectorId, page }))
  const [isShowingMore, setShowingMore] = useState(false)

  if (error) return <FailedRow {...tableLevel} error={error} onRetry={() => void refetch()} />
  if (!tables) return <LoadingRow {...tableLevel} />
  if (tables.length === 0 && page === 1) return <MessageRow {...tableLevel}>No tables</MessageRow>
  return (
    <>
      {tables.map(({ schema, name }) => (
        <Table
          key={JSON.stringify([schema, name])}
          connectorId={connectorId}
          schema={schema}
          name={name}
        />
      ))}
      {isShowingMore && <Tables connectorId={connectorId} page={page + 1} />}
      {!isShowingMore && tables.length >= PAGE_OF_ENTRIES && (
        <MoreRow {...tableLevel} onMore={() => setShowingMore(true)} />
      )}
    </>
  )
}

type TableProps = Props & { readonly schema: string | null; readonly name: string }

function Table(props: TableProps) {
  const { schema, name } = props
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <tr>
        <NameCell
          level={0}
          isOpen={isOpen}
          icon={<TableOutlined aria-hidden="true" />}
          onToggle={() => setOpen(!isOpen)}
        >
          {schema === null ? name : `${schema}.${name}`}
        </NameCell>
        <td />
        <td />
      </tr>
      {isOpen && <Columns {...props} />}
    </>
  )
}

function Columns(props: TableProps) {
  const { data: columns, error, refetch } = useQuery(columnsOfTable(props))

  if (error) return <FailedRow {...columnLevel} error={error} onRetry={() => void refetch()} />
  if (!columns) return <LoadingRow {...columnLevel} />
  return columns.map(({ name, type, is_nullable }) => (
    <tr key={name}>
      <NameCell level={1} icon={<ColumnWidthOutlined aria-hidden="true" />}>
        {name}
      </NameCell>
      <td className="mono">{type}</td>
      <td>{is_nullable ? 'Yes' : 'No'}</td>
    </tr>
  ))
}
