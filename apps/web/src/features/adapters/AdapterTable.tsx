import { DeleteOutlined, EditOutlined } from '@ant-design/icons'
import type { AdapterListItem } from '@recto/contract/adapters'
import { Button, Table, type TableColumnsType, Tooltip } from 'antd'
import type { ReactNode } from 'react'
import { useSession } from '../../shared/session/session.ts'
import { AdapterIcon } from './AdapterIcon.tsx'

type Props = {
  readonly adapters: readonly AdapterListItem[]
  /** What the list was narrowed by, for saying so when nothing is left. */
  readonly search: string
  onEdit(adapter: AdapterListItem): void
  onDelete(adapter: AdapterListItem): void
}

export function AdapterTable({ adapters, search, onEdit, onDelete }: Props) {
  const { user } = useSession()
  const isMine = ({ created_by_email }: AdapterListItem) => created_by_email === user.email
  const owner = (adapter: AdapterListItem) =>
    isMine(adapter) ? 'Me' : (adapter.created_by_email ?? '-')

  const columns: TableColumnsType<AdapterListItem> = [
    {
      title: 'Name',
      key: 'name',
      sorter: (a, b) => a.adapter_name.localeCompare(b.adapter_name),
      render: (_, adapter) => <Name adapter={adapter} />,
    },
    {
      title: 'Model',
      dataIndex: 'model',
      width: '26%',
      render: (model?: string) => model && <span className="mono adapter-text">{model}</span>,
    },
    {
      title: 'Owner',
      key: 'owner',
      width: '24%',
      render: (_, adapter) => <span className="adapter-text">{owner(adapter)}</span>,
    },
    {
      title: <span className="visually-hidden">Actions</span>,
      key: 'actions',
      width: 96,
      align: 'right',
      render: (_, adapter) => (
        <>
          <Action
            label={`Edit ${adapter.adapter_name}`}
            refusal={isMine(adapter) ? undefined : 'Only its owner may edit it'}
            icon={<EditOutlined />}
            onClick={() => onEdit(adapter)}
          />
          <Action
            label={`Delete ${adapter.adapter_name}`}
            refusal={isMine(adapter) ? undefined : 'Only its owner may delete it'}
            icon={<DeleteOutlined />}
            onClick={() => onDelete(adapter)}
          />
        </>
      ),
    },
  ]

  return (
    <div className="sheet adapter-table">
      <Table
        size="small"
        rowKey="id"
        columns={columns.filter(({ title }) => title !== 'Model' || adapters.some(hasModel))}
        dataSource={[...adapters]}
        pagination={{ pageSize: 50, hideOnSinglePage: true, showSizeChanger: false }}
        locale={{ emptyText: `No name contains “${search.trim()}”.` }}
      />
    </div>
  )
}

const hasModel = ({ model }: AdapterListItem): boolean => Boolean(model)

function Name({ adapter }: { readonly adapter: AdapterListItem }) {
  return (
    <span className="adapter-name">
      <AdapterIcon src={adapter.icon} size={28} />
      <span>
        <span className="adapter-text">{adapter.adapter_name}</span>
        {adapter.description && <small className="adapter-text">{adapter.description}</small>}
      </span>
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
