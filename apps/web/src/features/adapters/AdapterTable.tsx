import { DeleteOutlined, EditOutlined } from '@ant-design/icons'
import type { AdapterListItem } from '@recto/contract/adapters'
import { Button, Tooltip } from 'antd'
import type { ReactNode } from 'react'
import { useSession } from '../../shared/session/session.ts'
import { type Column, DataTable } from '../../shared/table/DataTable.tsx'
import { AdapterIcon } from './AdapterIcon.tsx'

type Props = {
  readonly label: string
  readonly adapters: readonly AdapterListItem[]
  /** What the list was narrowed by, for saying so when nothing is left. */
  readonly search: string
  onEdit(adapter: AdapterListItem): void
  onDelete(adapter: AdapterListItem): void
}

export function AdapterTable({ label, adapters, search, onEdit, onDelete }: Props) {
  const { user } = useSession()
  const isMine = ({ created_by_email }: AdapterListItem) => created_by_email === user.email
  const owner = (adapter: AdapterListItem) =>
    isMine(adapter) ? 'Me' : (adapter.created_by_email ?? '-')

  const name: Column<AdapterListItem> = {
    key: 'name',
    title: 'Name',
    sortBy: ({ adapter_name }) => adapter_name,
    render: (adapter) => <Name adapter={adapter} />,
  }
  const model: Column<AdapterListItem> = {
    key: 'model',
    title: 'Model',
    width: '26%',
    sortBy: ({ model = '' }) => model,
    render: ({ model }) => model && <span className="mono">{model}</span>,
  }
  const others: Column<AdapterListItem>[] = [
    { key: 'owner', title: 'Owner', width: '24%', sortBy: owner, render: owner },
    {
      key: 'actions',
      title: 'Actions',
      isTitleHidden: true,
      width: 96,
      align: 'right',
      render: (adapter) => (
        <RowActions
          adapter={adapter}
          isMine={isMine(adapter)}
          onEdit={() => onEdit(adapter)}
          onDelete={() => onDelete(adapter)}
        />
      ),
    },
  ]

  return (
    <DataTable
      label={label}
      columns={adapters.some(hasModel) ? [name, model, ...others] : [name, ...others]}
      rows={adapters}
      keyOf={({ id }) => id}
      emptyText={`No name contains “${search.trim()}”.`}
    />
  )
}

const hasModel = ({ model }: AdapterListItem): boolean => Boolean(model)

function Name({ adapter }: { readonly adapter: AdapterListItem }) {
  return (
    <span className="adapter-name">
      <AdapterIcon src={adapter.icon} size={28} />
      <span>
        {adapter.adapter_name}
        {adapter.description && <small>{adapter.description}</small>}
      </span>
    </span>
  )
}

type RowActionsProps = {
  readonly adapter: AdapterListItem
  readonly isMine: boolean
  onEdit(): void
  onDelete(): void
}

function RowActions({ adapter, isMine, onEdit, onDelete }: RowActionsProps) {
  return (
    <span className="row-actions">
      <Action
        label={`Edit ${adapter.adapter_name}`}
        refusal={isMine ? undefined : 'Only its owner may edit it'}
        icon={<EditOutlined />}
        onClick={onEdit}
      />
      <Action
        label={`Delete ${adapter.adapter_name}`}
        refusal={isMine ? undefined : 'Only its owner may delete it'}
        icon={<DeleteOutlined />}
        onClick={onDelete}
      />
    </span>
  )
}

type ActionProps = {
  readonly label: string
  /** Why the user may not; shown in place of the label. */
  readonly refusal: string | undefined
  readonly icon: ReactNode
  onClick(): void
}

function Action({ label, refusal, icon, onClick }: ActionProps) {
  return (
    <Tooltip title={refusal ?? label}>
      <Button
        type="text"
        size="small"
        aria-label={label}
        disabled={refusal !== undefined}
        icon={icon}
        onClick={onClick}
      />
    </Tooltip>
  )
}
