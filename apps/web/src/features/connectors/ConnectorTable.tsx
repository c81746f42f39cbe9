import { Link } from '@tanstack/react-router'
import { usePaths } from '../../shared/navigation/paths.ts'
import { ServiceIcon } from '../../shared/services/ServiceIcon.tsx'
import { useRefusalOf } from '../../shared/session/refusal-of.ts'
import { useOwnerName } from '../../shared/session/use-owner-name.ts'
import { actionsColumn } from '../../shared/table/actions-column.tsx'
import { type Column, DataTable } from '../../shared/table/DataTable.tsx'
import type { Connector, ConnectorContent } from './connector.ts'

const kindNames: Readonly<Record<ConnectorContent, string>> = {
  files: 'File system',
  tables: 'Database',
}

type Props = {
  readonly connectors: readonly Connector[]
  readonly emptyText: string
  onOpen(action: 'edit' | 'share' | 'delete', connector: Connector): void
}

export function ConnectorTable({ connectors, emptyText, onOpen }: Props) {
  const owner = useOwnerName()
  const refusalOf = useRefusalOf()
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
    actionsColumn({
      width: 124,
      nameOf: ({ name }) => name,
      actions: [
        {
          label: 'Edit',
          refusalOf: (connector) => refusalOf('connector/open', factsOf(connector)),
          run: (connector) => onOpen('edit', connector),
        },
        { label: 'Share', run: (connector) => onOpen('share', connector) },
        {
          label: 'Delete',
          refusalOf: (connector) => refusalOf('connector/delete', factsOf(connector)),
          run: (connector) => onOpen('delete', connector),
        },
      ],
    }),
  ]
  return (
    <DataTable
      label="Connectors"
      columns={columns}
      rows={connectors}
      keyOf={({ id }) => id}
      emptyText={emptyText}
    />
  )
}

const factsOf = ({ createdBy, isOwner }: Connector) => ({ created_by: createdBy, isOwner })

function Name({ connector }: { readonly connector: Connector }) {
  const to = usePaths()
  return (
    <span className="service-name">
      <ServiceIcon src={connector.icon} size={28} />
      <Link to={to.connector(connector.id)}>{connector.name}</Link>
    </span>
  )
}
