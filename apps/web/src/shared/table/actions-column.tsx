import {
  CopyOutlined,
  DeleteOutlined,
  EditOutlined,
  ShareAltOutlined,
  SyncOutlined,
} from '@ant-design/icons'
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
