import { listAdapters } from '@recto/contract/adapters/adapters'
import { adapterSharing } from '@recto/contract/organizations/sharing'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { ListPage } from '../../shared/list/ListPage.tsx'
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
  const { type, title, description, addLabel, noun } = kinds[list]
  const [openDialog, setOpenDialog] = useState<AdapterDialogState>()
  const close = () => setOpenDialog(undefined)
  return (
    <>
      <ListPage
        title={title}
        description={description}
        list={useQuery(adaptersOfType(type))}
        failureText="Failed to get the adapters list"
        search={{ label: `Search ${title}`, delayMs: 600, textOf: ({ name }) => name }}
        create={{
          id: 'new-adapter',
          label: addLabel,
          onStart: () => setOpenDialog({ action: 'new' }),
        }}
        empty={{
          title: 'Nothing configured yet',
          explanation: `Connect your first ${noun}: select a service, fill in its settings, and test the connection before you save.`,
        }}
      >
        {(adapters, emptyText) => (
          <AdapterTable
            label={title}
            adapters={adapters}
            emptyText={emptyText}
            onOpen={(action, adapter) => setOpenDialog({ action, adapter })}
          />
        )}
      </ListPage>
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
    </>
  )
}
