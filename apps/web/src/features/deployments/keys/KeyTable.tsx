import { CopyOutlined, DeleteOutlined, EditOutlined } from '@ant-design/icons'
import { Button, Pagination, Tooltip } from 'antd'
import { type ReactNode, useState } from 'react'
import { useCopy } from '../../../shared/browser/copy-text.ts'
import { type Column, DataTable } from '../../../shared/table/DataTable.tsx'
import type { ApiKey } from '../deployment.ts'
import { KeySwitch } from './KeySwitch.tsx'

const KEYS_A_PAGE = 5

type Props = {
  readonly keys: readonly ApiKey[]
  /** Id of a new key, whose page is shown first. */
  readonly made?: string | undefined
  onEdit(apiKey: ApiKey): void
  onDelete(apiKey: ApiKey): void
}

export function KeyTable({ keys, made, onEdit, onDelete }: Props) {
  const [wanted, setPage] = useState(() => pageOf(keys, made))
  const page = Math.min(wanted, Math.max(1, Math.ceil(keys.length / KEYS_A_PAGE)))
  const columns: Column<ApiKey>[] = [
    { key: 'description', title: 'Description', render: ({ description }) => description },
    {
      key: 'key',
      title: 'Key',
      width: 320,
      render: (apiKey) => <span className="mono">{apiKey.key}</span>,
    },
    { key: 'active', title: 'Active', width: 70, render: (it) => <KeySwitch apiKey={it} /> },
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
        rows={keys.slice((page - 1) * KEYS_A_PAGE, page * KEYS_A_PAGE)}
        keyOf={({ id }) => id}
        emptyText="Nobody can call this deployment: it has no keys."
      />
      <Pagination
        className="key-pages"
        size="small"
        align="end"
        hideOnSinglePage
        showSizeChanger={false}
        current={page}
        pageSize={KEYS_A_PAGE}
        total={keys.length}
        onChange={setPage}
      />
    </>
  )
}

function pageOf(keys: readonly ApiKey[], made: string | undefined): number {
  const place = keys.findIndex(({ id }) => id === made)
  return place === -1 ? 1 : Math.floor(place / KEYS_A_PAGE) + 1
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
