import {
  CopyOutlined,
  DeleteOutlined,
  EditOutlined,
  ShareAltOutlined,
  SyncOutlined,
} from '@ant-design/icons'
import { omitUndefined } from '@recto/omit-undefined'
import type { Column } from './DataTable.tsx'
import { RowAction } from './RowAction.tsx'

const icons = {
  Copy: <CopyOutlined />,
  Edit: <EditOutlined />,
  Share: <ShareAltOutlined />,
  Rotate: <SyncOutlined />,
  Delete: <DeleteOutlined />,
}

type Action<Row> = {
  readonly label: keyof typeof icons
  /** Returns the reason why the user may not do it. */
  refusalOf?(row: Row): string | undefined
  run(row: Row): void
}

type ActionsColumnOptions<Row> = {
  readonly width: number
  /** Returns the name of a row, for the labels of its buttons. */
  nameOf(row: Row): string
  readonly actions: readonly Action<Row>[]
}

/** The last column of a table: the buttons of each row. */
export const actionsColumn = <Row,>({
  width,
  nameOf,
  actions,
}: ActionsColumnOptions<Row>): Column<Row> => ({
  key: 'actions',
  title: 'Actions',
  isTitleHidden: true,
  width,
  align: 'right',
  render: (row) => (
    <span className="row-actions">
      {actions.map(({ label, refusalOf, run }) => (
        <RowAction
          key={label}
          label={`${label} ${nameOf(row)}`}
          refusal={refusalOf?.(row)}
          icon={icons[label]}
          onClick={() => run(row)}
        />
      ))}
    </span>
  ),
})

type ManagedRow = { readonly name: string }

type ManagementOptions<Row> = {
  onOpen(action: 'edit' | 'share' | 'delete', row: Row): void
  /** Returns the reason why the user may not edit it. */
  editRefusalOf?(row: Row): string | undefined
  deletionRefusalOf(row: Row): string | undefined
}

/** The last column of a list of things that people edit, share and delete. */
export const managementColumn = <Row extends ManagedRow>({
  onOpen,
  editRefusalOf,
  deletionRefusalOf,
}: ManagementOptions<Row>): Column<Row> =>
  actionsColumn({
    width: 124,
    nameOf: ({ name }) => name,
    actions: [
      {
        label: 'Edit',
        ...omitUndefined({ refusalOf: editRefusalOf }),
        run: (row) => onOpen('edit', row),
      },
      { label: 'Share', run: (row) => onOpen('share', row) },
      { label: 'Delete', refusalOf: deletionRefusalOf, run: (row) => onOpen('delete', row) },
    ],
  })
