import { DeleteOutlined, EditOutlined, ShareAltOutlined, WarningOutlined } from '@ant-design/icons'
import { Tag, Tooltip } from 'antd'
import type { ConfiguredAdapter } from '../../shared/session/adapter.ts'
import { useRefusalOf } from '../../shared/session/refusal-of.ts'
import { useSignedIn } from '../../shared/session/signed-in.ts'
import { type Column, DataTable } from '../../shared/table/DataTable.tsx'
import { RowAction } from '../../shared/table/RowAction.tsx'
import './adapters.css'
import { ServiceIcon } from '../../shared/services/ServiceIcon.tsx'

type Props = {
  readonly label: string
  readonly adapters: readonly ConfiguredAdapter[]
  /** Search text, mentioned when nothing matches. */
  readonly search: string
  onEdit(adapter: ConfiguredAdapter): void
  onShare(adapter: ConfiguredAdapter): void
  onDelete(adapter: ConfiguredAdapter): void
}

export function AdapterTable({ label, adapters, search, onEdit, onShare, onDelete }: Props) {
  const { user } = useSignedIn()
  const isMine = ({ createdBy }: ConfiguredAdapter) => String(createdBy) === user.id
  const owner = (adapter: ConfiguredAdapter) =>
    isMine(adapter) ? 'Me' : (adapter.createdByEmail ?? '-')

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
    { key: 'owner', title: 'Owner', width: '24%', sortBy: owner, render: owner },
    {
      key: 'actions',
      title: 'Actions',
      isTitleHidden: true,
      width: 124,
      align: 'right',
      render: (adapter) => (
        <RowActions
          adapter={adapter}
          onEdit={() => onEdit(adapter)}
          onShare={() => onShare(adapter)}
          onDelete={() => onDelete(adapter)}
        />
      ),
    },
  ]

  return (
    <DataTable
      label={label}
      columns={adapters.some(hasModel) ? [name, model, ...otherColumns] : [name, ...otherColumns]}
      rows={adapters}
      keyOf={({ id }) => id}
      emptyText={`No results for “${search.trim()}”.`}
    />
  )
}

const hasModel = ({ model }: ConfiguredAdapter): boolean => Boolean(model)

function Name({ adapter }: { readonly adapter: ConfiguredAdapter }) {
  return (
    <span className="service-name">
      <ServiceIcon src={adapter.icon} size={28} />
      <span>
        {adapter.name}
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

type RowActionsProps = {
  readonly adapter: ConfiguredAdapter
  onEdit(): void
  onShare(): void
  onDelete(): void
}

function RowActions({ adapter, onEdit, onShare, onDelete }: RowActionsProps) {
  const refusalOf = useRefusalOf()
  const facts = { created_by: adapter.createdBy, isOwner: adapter.isOwner }
  return (
    <span className="row-actions">
      <RowAction
        label={`Edit ${adapter.name}`}
        refusal={refusalOf('adapter/open', facts)}
        icon={<EditOutlined />}
        onClick={onEdit}
      />
      <RowAction
        label={`Share ${adapter.name}`}
        refusal={undefined}
        icon={<ShareAltOutlined />}
        onClick={onShare}
      />
      <RowAction
        label={`Delete ${adapter.name}`}
        refusal={refusalOf('adapter/delete', facts)}
        icon={<DeleteOutlined />}
        onClick={onDelete}
      />
    </span>
  )
}
