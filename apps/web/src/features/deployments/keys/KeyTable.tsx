import { CopyOutlined, DeleteOutlined, EditOutlined } from '@ant-design/icons'
import { Button, Pagination, Tooltip } from 'antd'
import { type ReactNode, useState } from 'react'
import { useCopy } from '../../../shared/browser/copy-text.ts'
import { type Column, DataTable } from '../../../shared/table/DataTable.tsx'
import type { ApiKey } from '../deployment.ts'
import { KeySwitch } from './KeySwitch.tsx'

const KEYS_PER_PAGE = 5

type Props = {
  readonly keys: readonly ApiKey[]
  /** Id of a new key, whose page is shown first. */
  readonly newKeyId?: string | undefined
  onEdit(apiKey: ApiKey): void
  onDelete(apiKey: ApiKey): void
}

export function KeyTable({ keys, newKeyId, onEdit, onDelete }: Props) {
  const [requestedPage, setPage] = useState(() => pageOf(keys, newKeyId))
  const page = Math.min(requestedPage, Math.max(1, Math.ceil(keys.length / KEYS_PER_PAGE)))
  const columns: Column<ApiKey>[] = [
    { key: 'description', title: 'Description', render: ({ description }) => description },
    {
      key: 'key',
      title: 'Key',
      width: 320,
      render: (apiKey) => <span className="mono">{apiKey.key}</span>,
    },
    {
      key: 'active',
      title: 'Active',
      width: 70,
      render: (apiKey) => <KeySwitch apiKey={apiKey} />,
    },
    {
      key: 'actions',
      title: 'Actions',
      isTitleHidden: true,
      width: 100,
      align: 'right',
      render: (apiKey) => (
        <RowActions
          apiKey={apiKey}
          onEdit={() => onEdit(apiKey)}
          onDelete={() => onDelete(apiKey)}
        />
      ),
    },
  ]

  return (
    <>
      <DataTable
        label="API keys"
        columns={columns}
        rows={keys.slice((page - 1) * KEYS_PER_PAGE, page * KEYS_PER_PAGE)}
        keyOf={({ id }) => id}
        emptyText="No keys yet. Create a key to make calls."
      />
      <Pagination
        className="key-pages"
        size="small"
        align="end"
        hideOnSinglePage
        showSizeChanger={false}
        current={page}
        pageSize={KEYS_PER_PAGE}
        total={keys.length}
        onChange={setPage}
      />
    </>
  )
}

function pageOf(keys: readonly ApiKey[], newKeyId: string | undefined): number {
  const index = keys.findIndex(({ id }) => id === newKeyId)
  return index === -1 ? 1 : Math.floor(index / KEYS_PER_PAGE) + 1
}

type RowActionsProps = {
  readonly apiKey: ApiKey
  onEdit(): void
  onDelete(): void
}

function RowActions({ apiKey, onEdit, onDelete }: RowActionsProps) {
  const copy = useCopy()
  const name = apiKey.description
  const copyKey = () => void copy(apiKey.key, 'API key copied to clipboard')
  return (
    <span className="key-actions">
      <Action label={`Copy ${name}`} icon={<CopyOutlined />} onClick={copyKey} />
      <Action label={`Edit ${name}`} icon={<EditOutlined />} onClick={onEdit} />
      <Action label={`Delete ${name}`} icon={<DeleteOutlined />} onClick={onDelete} />
    </span>
  )
}

type ActionProps = { readonly label: string; readonly icon: ReactNode; onClick(): void }

function Action({ label, icon, onClick }: ActionProps) {
  return (
    <Tooltip title={label}>
      <Button type="text" size="small" aria-label={label} icon={icon} onClick={onClick} />
    </Tooltip>
  )
}
