import { DeleteOutlined, EditOutlined, ShareAltOutlined } from '@ant-design/icons'
import { Link } from '@tanstack/react-router'
import { usePaths } from '../../shared/navigation/paths.ts'
import { ServiceIcon } from '../../shared/services/ServiceIcon.tsx'
import { useRefusalOf } from '../../shared/session/refusal-of.ts'
import { useSignedIn } from '../../shared/session/signed-in.ts'
import { type Column, DataTable } from '../../shared/table/DataTable.tsx'
import { RowAction } from '../../shared/table/RowAction.tsx'
import type { Connector, ConnectorContent } from './connector.ts'

const kindNames: Readonly<Record<ConnectorContent, string>> = {
  files: 'File system',
  tables: 'Database',
}

type ConnectorAction = (connector: Connector) => void

type Props = {
  readonly connectors: readonly Connector[]
  /** Search text, mentioned when nothing matches. */
  readonly search: string
  readonly onEdit: ConnectorAction
  readonly onShare: ConnectorAction
  readonly onDelete: ConnectorAction
}

export function ConnectorTable({ connectors, search, ...actions }: Props) {
  const { user } = useSignedIn()
  const owner = ({ createdBy, createdByEmail }: Connector) =>
    String(createdBy) === user.id ? 'Me' : (createdByEmail ?? '-')

  const columns: Column<Connector>[] = [
    {
      key: 'name',
      title: 'Name',
      sortBy: ({ name }) => name,
      render: (connector) => <Name connector={connector} />,
    },
    {
      key: 'kind',
      title: 'Type',
      width: '20%',
      sortBy: ({ kind }) => kindNames[kind],
      render: ({ kind }) => kindNames[kind],
    },
    { key: 'owner', title: 'Owner', width: '24%', sortBy: owner, render: owner },
    {
      key: 'actions',
      title: 'Actions',
      isTitleHidden: true,
      width: 124,
      align: 'right',
      render: (connector) => <RowActions connector={connector} {...actions} />,
    },
  ]
  return (
    <DataTable
      label="Connectors"
      columns={columns}
      rows={connectors}
      keyOf={({ id }) => id}
      emptyText={`No results for “${search.trim()}”.`}
    />
  )
}

function Name({ connector }: { readonly connector: Connector }) {
  const to = usePaths()
  return (
    <span className="service-name">
      <ServiceIcon src={connector.icon} size={28} />
      <Link to={to.connector(connector.id)}>{connector.name}</Link>
    </span>
  )
}

type RowActionsProps = Pick<Props, 'onEdit' | 'onShare' | 'onDelete'> & {
  readonly connector: Connector
}

function RowActions({ connector, onEdit, onShare, onDelete }: RowActionsProps) {
  const refusalOf = useRefusalOf()
  const facts = { created_by: connector.createdBy, isOwner: connector.isOwner }
  return (
    <span className="row-actions">
      <RowAction
        label={`Edit ${connector.name}`}
        refusal={refusalOf('connector/open', facts)}
        icon={<EditOutlined />}
        onClick={() => onEdit(connector)}
      />
      <RowAction
        label={`Share ${connector.name}`}
        icon={<ShareAltOutlined />}
        onClick={() => onShare(connector)}
      />
      <RowAction
        label={`Delete ${connector.name}`}
        refusal={refusalOf('connector/delete', facts)}
        icon={<DeleteOutlined />}
        onClick={() => onDelete(connector)}
      />
    </span>
  )
}
