import { PlusOutlined, SearchOutlined } from '@ant-design/icons'
import { listAdapters } from '@recto/contract/adapters/adapters'
import { adapterSharing } from '@recto/contract/organizations/sharing'
import { useQuery } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useDebounced } from '../../shared/browser/use-debounced.ts'
import { useCommands } from '../../shared/commands/commands.ts'
import { EmptyState } from '../../shared/layout/EmptyState.tsx'
import { FailureState } from '../../shared/layout/FailureState.tsx'
import { PageHeader } from '../../shared/layout/PageHeader.tsx'
import { ListSkeleton } from '../../shared/layout/PageSkeleton.tsx'
import { usePageTitle } from '../../shared/navigation/page-title.ts'
import type { ConfiguredAdapter } from '../../shared/session/adapter.ts'
import { ShareDialog } from '../../shared/sharing/ShareDialog.tsx'
import { AdapterTable } from './AdapterTable.tsx'
import { adaptersOfType } from './adapters.queries.ts'
import { DeleteAdapter } from './DeleteAdapter.tsx'
import { type AdapterList, kinds } from './kinds.ts'

const AdapterDialog = lazy(async () => ({
  default: (await import('./AdapterDialog.tsx')).AdapterDialog,
}))

type AdapterDialogState =
  | { readonly action: 'new' }
  | { readonly action: 'edit' | 'share' | 'delete'; readonly adapter: ConfiguredAdapter }

/** Lists the adapters of one kind that the user may see. */
export function AdapterListPage({ list }: { readonly list: AdapterList }) {
  const kind = kinds[list]
  usePageTitle(kind.title)
  const [openDialog, setOpenDialog] = useState<AdapterDialogState>()
  const [search, setSearch] = useState('')
  const startNew = () => setOpenDialog({ action: 'new' })
  useCommands([
    { id: 'new-adapter', title: kind.addLabel, group: 'This page', shortcut: 'n', run: startNew },
  ])

  const close = () => setOpenDialog(undefined)
  return (
    <div className="page">
      <PageHeader title={kind.title} description={kind.description}>
        <Input
          allowClear
          type="search"
          prefix={<SearchOutlined aria-hidden="true" />}
          placeholder="Search by name"
          aria-label={`Search ${kind.title}`}
          style={{ width: 220 }}
          onChange={({ target }) => setSearch(target.value)}
        />
        <Button type="primary" icon={<PlusOutlined aria-hidden="true" />} onClick={startNew}>
          {kind.addLabel}
        </Button>
      </PageHeader>
      <Adapters
        list={list}
        search={useDebounced(search, 600)}
        onNew={startNew}
        onEdit={(adapter) => setOpenDialog({ action: 'edit', adapter })}
        onShare={(adapter) => setOpenDialog({ action: 'share', adapter })}
        onDelete={(adapter) => setOpenDialog({ action: 'delete', adapter })}
      />
      {openDialog?.action === 'share' && (
        <ShareDialog
          id={openDialog.adapter.id}
          name={openDialog.adapter.name}
          noun="adapter"
          endpoints={adapterSharing}
          lists={[listAdapters]}
          onClose={close}
        />
      )}
      {openDialog?.action === 'delete' && (
        <DeleteAdapter adapter={openDialog.adapter} onClose={close} />
      )}
      <Suspense>
        {openDialog?.action === 'new' && <AdapterDialog list={list} onClose={close} />}
        {openDialog?.action === 'edit' && (
          <AdapterDialog list={list} adapterId={openDialog.adapter.id} onClose={close} />
        )}
      </Suspense>
    </div>
  )
}

type AdaptersProps = {
  readonly list: AdapterList
  readonly search: string
  onNew(): void
  onEdit(adapter: ConfiguredAdapter): void
  onShare(adapter: ConfiguredAdapter): void
  onDelete(adapter: ConfiguredAdapter): void
}

function Adapters({ list, search, onNew, onEdit, onShare, onDelete }: AdaptersProps) {
  const kind = kinds[list]
  const { data: adapters, error, refetch } = useQuery(adaptersOfType(kind.type))

  if (error) {
    const retry = () => void refetch()
    return <FailureState error={error} fallback="Failed to get the adapters list" onRetry={retry} />
  }
  if (!adapters) return <ListSkeleton />
  if (adapters.length === 0) {
    return (
      <div className="sheet">
        <EmptyState
          title="Nothing configured yet"
          explanation={`Connect your first ${kind.noun}: select a service, fill in its settings, and test the connection before you save.`}
        >
          <Button type="primary" icon={<PlusOutlined aria-hidden="true" />} onClick={onNew}>
            {kind.addLabel}
          </Button>
        </EmptyState>
      </div>
    )
  }

  const query = search.trim().toLowerCase()
  const matches = adapters.filter(({ name }) => name.toLowerCase().includes(query))
  return (
    <AdapterTable
      label={kind.title}
      adapters={matches}
      search={search}
      onEdit={onEdit}
      onShare={onShare}
      onDelete={onDelete}
    />
  )
}
