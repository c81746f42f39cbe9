import { Pagination } from 'antd'
import { useState } from 'react'
import { useCopy } from '../../../shared/browser/copy-text.ts'
import { KeySwitch } from '../../../shared/keys/KeySwitch.tsx'
import { actionsColumn } from '../../../shared/table/actions-column.tsx'
import { type Column, DataTable } from '../../../shared/table/DataTable.tsx'
import type { ApiKey } from '../deployment.ts'
import { useUpdateKey } from '../deployments.queries.ts'

const KEYS_PER_PAGE = 5

type Props = {
  readonly keys: readonly ApiKey[]
  /** Id of a new key, whose page is shown first. */
  readonly newKeyId?: string | undefined
  onEdit(apiKey: ApiKey): void
  onDelete(apiKey: ApiKey): void
}

export function KeyTable({ keys, newKeyId, onEdit, onDelete }: Props) {
  const copy = useCopy()
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
      render: (apiKey) => <DeploymentKeySwitch apiKey={apiKey} />,
    },
    actionsColumn({
      width: 100,
      nameOf: ({ description }) => description,
      actions: [
        { label: 'Copy', run: ({ key }) => void copy(key, 'API key copied to clipboard') },
        { label: 'Edit', run: onEdit },
        { label: 'Delete', run: onDelete },
      ],
    }),
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

function DeploymentKeySwitch({
  apiKey: { id, description, isActive },
}: {
  readonly apiKey: ApiKey
}) {
  const { mutate, isPending } = useUpdateKey()
  return (
    <KeySwitch
      name={description}
      isActive={isActive}
      isPending={isPending}
      failureText="Failed to update the API key"
      onSwitch={(isActive, callbacks) => mutate({ id, changes: { isActive } }, callbacks)}
    />
  )
}
