import { UploadOutlined } from '@ant-design/icons'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { Button } from 'antd'
import { useState } from 'react'
import { exactTime, relativeTime } from '../../shared/browser/time.ts'
import { FailureState } from '../../shared/layout/FailureState.tsx'
import { Loaded } from '../../shared/layout/Loaded.tsx'
import { PageHeader } from '../../shared/layout/PageHeader.tsx'
import { PageSkeleton } from '../../shared/layout/PageSkeleton.tsx'
import { ListPages, useLeaveMissingPage, usePageInAddress } from '../../shared/list/ListPages.tsx'
import { useListSearch } from '../../shared/list/use-list-search.tsx'
import { usePageTitle } from '../../shared/navigation/page-title.ts'
import { usePaths } from '../../shared/navigation/paths.ts'
import { useRefusalOf } from '../../shared/session/refusal-of.ts'
import { type Column, DataTable } from '../../shared/table/DataTable.tsx'
import { cellColumns } from './cell-columns.tsx'
import { factsOf, formatCount, type LookupTable, type LookupTableVersion } from './lookup-table.ts'
import { lookupRows, lookupTable, lookupVersions, rowsOnPage } from './lookups.queries.ts'
import { SourcePanel } from './source/SourcePanel.tsx'
import { NewVersionDialog } from './UploadTableDialog.tsx'
import './lookups.css'

export function LookupTableRoute() {
  const { tableId = '' } = useParams({ strict: false })
  return <LookupTablePage key={tableId} tableId={tableId} />
}

/** The rows of a lookup table, and what its versions changed. */
function LookupTablePage({ tableId }: { readonly tableId: string }) {
  const { data: table, error, refetch } = useQuery(lookupTable(tableId))
  usePageTitle(table?.name ?? 'Lookup table')
  if (error) {
    return (
      <div className="page">
        <FailureState
          error={error}
          fallback="Failed to load the lookup table"
          onRetry={() => void refetch()}
        />
      </div>
    )
  }
  return table ? <TablePage table={table} /> : <PageSkeleton />
}

function TablePage({ table }: { readonly table: LookupTable }) {
  const to = usePaths()
  const refusalOf = useRefusalOf()
  const [isUploading, setUploading] = useState(false)
  const { box, text } = useListSearch(
    { label: 'Search rows', placeholder: 'Key, name, city or exact value' },
    { page: undefined },
  )
  const refusal = refusalOf('lookup-table/change', factsOf(table))
  return (
    <div className="page">
      <p className="lookup-back">
        <Link to={to.lookupTables()}>← Lookup tables</Link>
      </p>
      <PageHeader
        title={table.name}
        description={`${formatCount(table.rowCount)} ${table.rowCount === 1 ? 'row' : 'rows'} in version ${table.version}. The column “${table.keyColumn}” identifies a row.`}
      >
        {box}
        <Button
          type="primary"
          icon={<UploadOutlined aria-hidden="true" />}
          disabled={refusal !== undefined}
          title={refusal}
          onClick={() => setUploading(true)}
        >
          Upload new version
        </Button>
      </PageHeader>
      <SourcePanel table={table} refusal={refusal} />
      <Rows table={table} search={text} />
      <h2 className="lookup-heading">Versions</h2>
      <Versions tableId={table.id} />
      {isUploading && <NewVersionDialog table={table} onClose={() => setUploading(false)} />}
    </div>
  )
}

type Row = { readonly key: string; readonly cells: readonly string[] }

function Rows({ table, search }: { readonly table: LookupTable; readonly search: string }) {
  const [page, setPage] = usePageInAddress()
  const query = useQuery({
    ...lookupRows({ id: table.id, page, search }),
    placeholderData: keepPreviousData,
  })
  useLeaveMissingPage(query.error, [page, setPage])
  const columns = cellColumns<Row>(table.columns)
  return (
    <Loaded query={query} failureText="Failed to load the rows">
      {({ count, rows }) => (
        <>
          <DataTable
            label="Rows"
            columns={columns}
            rows={rows}
            keyOf={({ key }) => key}
            emptyText={search ? `No results for “${search}”.` : 'This table has no rows.'}
          />
          <ListPages page={page} pageSize={rowsOnPage} count={count} onChange={setPage} />
        </>
      )}
    </Loaded>
  )
}

const numberColumn = (
  key: 'added' | 'changed' | 'removed' | 'rowCount',
  title: string,
): Column<LookupTableVersion> => ({
  key,
  title,
  width: 110,
  align: 'right',
  render: (version) => formatCount(version[key]),
})

const versionColumns: readonly Column<LookupTableVersion>[] = [
  { key: 'version', title: 'Version', width: 100, render: ({ version }) => version },
  { key: 'file', title: 'File or source', render: ({ fileName }) => fileName },
  numberColumn('rowCount', 'Rows'),
  numberColumn('added', 'Added'),
  numberColumn('changed', 'Changed'),
  numberColumn('removed', 'Removed'),
  {
    key: 'time',
    title: 'Since',
    width: 160,
    render: ({ createdAt }) => (
      <time dateTime={createdAt} title={exactTime(createdAt)}>
        {relativeTime(createdAt)}
      </time>
    ),
  },
]

function Versions({ tableId }: { readonly tableId: string }) {
  return (
    <Loaded query={useQuery(lookupVersions(tableId))} failureText="Failed to load the versions">
      {(versions) => (
        <DataTable
          label="Versions"
          columns={versionColumns}
          rows={versions}
          keyOf={({ version }) => String(version)}
          emptyText="This table has no versions."
        />
      )}
    </Loaded>
  )
}
