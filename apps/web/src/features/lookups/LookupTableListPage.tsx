import { listLookupTables } from '@recto/contract/lookups/lookup-tables'
import { lookupTableSharing } from '@recto/contract/organizations/sharing'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { DeleteDialog } from '../../shared/feedback/DeleteDialog.tsx'
import { ListPage } from '../../shared/list/ListPage.tsx'
import { usePaths } from '../../shared/navigation/paths.ts'
import { useRefusalOf } from '../../shared/session/refusal-of.ts'
import { ShareDialog } from '../../shared/sharing/ShareDialog.tsx'
import { managementColumn } from '../../shared/table/actions-column.tsx'
import { type Column, DataTable } from '../../shared/table/DataTable.tsx'
import { modifiedColumn, useOwnerColumn } from '../../shared/table/shared-columns.tsx'
import { factsOf, formatCount, type LookupTable } from './lookup-table.ts'
import { allLookupTables, useDeleteLookupTable } from './lookups.queries.ts'
import { NewTableDialog, NewVersionDialog } from './UploadTableDialog.tsx'

type OpenDialog =
  | { readonly action: 'new' }
  | { readonly action: 'edit' | 'share' | 'delete'; readonly table: LookupTable }

/** Lists the lookup tables that the user may use. */
export function LookupTableListPage() {
  const [dialog, setDialog] = useState<OpenDialog>()
  const close = () => setDialog(undefined)
  return (
    <>
      <ListPage
        title="Lookup tables"
        description="Your own data, such as suppliers with their numbers, that values of documents are matched to."
        list={useQuery(allLookupTables)}
        failureText="Failed to load the lookup tables"
        search={{ label: 'Search lookup tables', textOf: ({ name }) => name }}
        create={{
          id: 'new-lookup-table',
          label: 'New lookup table',
          onStart: () => setDialog({ action: 'new' }),
        }}
        empty={{
          title: 'No lookup table yet',
          explanation:
            'Upload a CSV or XLSX file with your suppliers, customers or articles, or fetch them from a database or an address. Then set in a prompt which of its columns its value is compared with.',
        }}
      >
        {(tables, emptyText) => (
          <Tables
            tables={tables}
            emptyText={emptyText}
            onOpen={(action, table) => setDialog({ action, table })}
          />
        )}
      </ListPage>
      {dialog?.action === 'new' && <NewTableDialog onClose={close} />}
      {dialog?.action === 'edit' && <NewVersionDialog table={dialog.table} onClose={close} />}
      {dialog?.action === 'share' && (
        <ShareDialog
          id={dialog.table.id}
          name={dialog.table.name}
          noun="lookup-table"
          endpoints={lookupTableSharing}
          lists={[listLookupTables]}
          onClose={close}
        />
      )}
      {dialog?.action === 'delete' && <DeleteTable table={dialog.table} onClose={close} />}
    </>
  )
}

type TablesProps = {
  readonly tables: readonly LookupTable[]
  readonly emptyText: string
  onOpen(action: 'edit' | 'share' | 'delete', table: LookupTable): void
}

function Tables({ tables, emptyText, onOpen }: TablesProps) {
  const to = usePaths()
  const owner = useOwnerColumn<LookupTable>('20%')
  const refusalOf = useRefusalOf()
  const columns: Column<LookupTable>[] = [
    {
      key: 'name',
      title: 'Name',
      sortBy: ({ name }) => name,
      render: ({ id, name }) => (
        <Link className="list-name" to={to.lookupTable(id)}>
          {name}
        </Link>
      ),
    },
    {
      key: 'rows',
      title: 'Rows',
      width: 120,
      align: 'right',
      sortBy: ({ rowCount }) => rowCount,
      render: ({ rowCount }) => formatCount(rowCount),
    },
    {
      key: 'version',
      title: 'Version',
      width: 100,
      align: 'right',
      sortBy: ({ version }) => version,
      render: ({ version }) => version,
    },
    owner,
    modifiedColumn<LookupTable>(),
    managementColumn({
      onOpen,
      editRefusalOf: (table) => refusalOf('lookup-table/change', factsOf(table)),
      deletionRefusalOf: (table) => refusalOf('lookup-table/delete', factsOf(table)),
    }),
  ]
  return (
    <DataTable
      label="Lookup tables"
      columns={columns}
      rows={tables}
      keyOf={({ id }) => id}
      emptyText={emptyText}
    />
  )
}

type DeleteProps = { readonly table: LookupTable; readonly onClose: () => void }

function DeleteTable({ table, onClose }: DeleteProps) {
  const { mutateAsync: remove } = useDeleteLookupTable()
  return (
    <DeleteDialog
      name={table.name}
      fallback="Failed to delete"
      successText="Successfully deleted"
      onDelete={() => remove(table.id)}
      onClose={onClose}
    >
      All its rows and versions will be deleted for everyone it is shared with. Results that have
      already been matched will not be affected.
    </DeleteDialog>
  )
}
