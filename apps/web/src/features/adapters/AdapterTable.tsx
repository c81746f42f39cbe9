import { WarningOutlined } from '@ant-design/icons'
import { Tag, Tooltip } from 'antd'
import { bulkDeletion } from '../../shared/list/bulk-actions.tsx'
import { ListTable } from '../../shared/list/ListTable.tsx'
import { MissingSecretTag } from '../../shared/services/MissingSecret.tsx'
import { ServiceIcon } from '../../shared/services/ServiceIcon.tsx'
import type { ConfiguredAdapter } from '../../shared/session/adapter.ts'
import { useRefusalOf } from '../../shared/session/refusal-of.ts'
import { managementColumn } from '../../shared/table/actions-column.tsx'
import type { Column } from '../../shared/table/DataTable.tsx'
import { useOwnerColumn } from '../../shared/table/shared-columns.tsx'
import { useDeleteAdapter } from './adapters.queries.ts'
import './adapters.css'

type Props = {
  readonly label: string
  readonly adapters: readonly ConfiguredAdapter[]
  readonly emptyText: string
  onOpen(action: 'edit' | 'share' | 'delete', adapter: ConfiguredAdapter): void
}

export function AdapterTable({ label, adapters, emptyText, onOpen }: Props) {
  const owner = useOwnerColumn<ConfiguredAdapter>('24%')
  const refusalOf = useRefusalOf()
  const { mutateAsync: remove } = useDeleteAdapter()
  const deletionRefusalOf = (adapter: ConfiguredAdapter) =>
    refusalOf('adapter/delete', factsOf(adapter))
  const name: Column<ConfiguredAdapter> = {
    key: 'name',
    title: 'Name',
    sortBy: ({ name }) => name,
    render: (adapter) => <Name adapter={adapter} />,
  }
  const model: Column<ConfiguredAdapter> = {
    key: 'model',
    title: 'Model',
    width: '26%',
    sortBy: ({ model = '' }) => model,
    render: ({ model }) => model && <span className="mono">{model}</span>,
  }
  const otherColumns: Column<ConfiguredAdapter>[] = [
    owner,
    managementColumn({
      onOpen,
      editRefusalOf: (adapter) => refusalOf('adapter/open', factsOf(adapter)),
      deletionRefusalOf,
    }),
  ]

  return (
    <ListTable
      label={label}
      noun="adapters"
      columns={adapters.some(hasModel) ? [name, model, ...otherColumns] : [name, ...otherColumns]}
      rows={adapters}
      keyOf={({ id }) => id}
      nameOf={({ name }) => name}
      emptyText={emptyText}
      bulkActions={[
        bulkDeletion({
          explanation:
            'Their settings and keys will be deleted for everyone they are shared with. Results created with them will be kept. Adapters that are in use will not be deleted.',
          fallback: 'Failed to delete',
          refusalOf: deletionRefusalOf,
          remove,
        }),
      ]}
    />
  )
}

const factsOf = ({ createdBy, isOwner }: ConfiguredAdapter) => ({ created_by: createdBy, isOwner })

const hasModel = ({ model }: ConfiguredAdapter): boolean => Boolean(model)

function Name({ adapter }: { readonly adapter: ConfiguredAdapter }) {
  return (
    <span className="service-name">
      <ServiceIcon src={adapter.icon} size={28} />
      <span>
        <strong>{adapter.name}</strong>
        {adapter.problem && (
          <Tooltip title={adapter.problem}>
            <Tag
              className="adapter-trouble"
              color="warning"
              icon={<WarningOutlined />}
              tabIndex={0}
            >
              Not responding
            </Tag>
          </Tooltip>
        )}
        {adapter.needsSecret && <MissingSecretTag />}
        {adapter.retired && (
          <Tooltip title={adapter.retired}>
            <Tag className="adapter-trouble" color="error" icon={<WarningOutlined />} tabIndex={0}>
              No longer available
            </Tag>
          </Tooltip>
        )}
        {adapter.isExternal && (
          <Tooltip title="Data is sent to a third party. Projects can mask values.">
            <Tag className="adapter-trouble" tabIndex={0}>
              External
            </Tag>
          </Tooltip>
        )}
        {adapter.description && <small>{adapter.description}</small>}
      </span>
    </span>
  )
}
