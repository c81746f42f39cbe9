import { Link } from '@tanstack/react-router'
import { bulkDeletion } from '../../shared/list/bulk-actions.tsx'
import { ListTable } from '../../shared/list/ListTable.tsx'
import { usePaths } from '../../shared/navigation/paths.ts'
import { MissingSecretTag } from '../../shared/services/MissingSecret.tsx'
import { ServiceIcon } from '../../shared/services/ServiceIcon.tsx'
import { useRefusalOf } from '../../shared/session/refusal-of.ts'
import { managementColumn } from '../../shared/table/actions-column.tsx'
import type { Column } from '../../shared/table/DataTable.tsx'
import { useOwnerColumn } from '../../shared/table/shared-columns.tsx'
import type { Connector, ConnectorContent } from './connector.ts'
import { useDeleteConnector } from './connectors.queries.ts'

const kindNames: Readonly<Record<ConnectorContent, string>> = {
  files: 'File system',
  tables: 'Database',
  calls: 'HTTP endpoint',
}

type Props = {
  readonly connectors: readonly Connector[]
  readonly emptyText: string
  onOpen(action: 'edit' | 'share' | 'delete', connector: Connector): void
}

export function ConnectorTable({ connectors, emptyText, onOpen }: Props) {
  const owner = useOwnerColumn<Connector>('24%')
  const refusalOf = useRefusalOf()
  const { mutateAsync: remove } = useDeleteConnector()
  const deletionRefusalOf = (connector: Connector) =>
    refusalOf('connector/delete', factsOf(connector))
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
    owner,
    managementColumn({
      onOpen,
      editRefusalOf: (connector) => refusalOf('connector/open', factsOf(connector)),
      deletionRefusalOf,
    }),
  ]
  return (
    <ListTable
      label="Connectors"
      noun="connectors"
      columns={columns}
      rows={connectors}
      keyOf={({ id }) => id}
      nameOf={({ name }) => name}
      emptyText={emptyText}
      bulkActions={[
        bulkDeletion({
          explanation:
            'Their settings and secrets will be deleted for everyone they are shared with. Connectors that are in use will not be deleted.',
          fallback: 'Failed to delete',
          refusalOf: deletionRefusalOf,
          remove,
        }),
      ]}
    />
  )
}

const factsOf = ({ createdBy, isOwner }: Connector) => ({ created_by: createdBy, isOwner })

function Name({ connector }: { readonly connector: Connector }) {
  const to = usePaths()
  return (
    <span className="service-name">
      <ServiceIcon src={connector.icon} size={28} />
      <span>
        <Link className="list-name" to={to.connector(connector.id)}>
          {connector.name}
        </Link>
        {connector.missingSecrets.length > 0 && <MissingSecretTag />}
      </span>
    </span>
  )
}
