import { PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { ListPage } from '../../shared/list/ListPage.tsx'
import { ListPages, usePageInAddress } from '../../shared/list/ListPages.tsx'
import { useSignedIn } from '../../shared/session/signed-in.ts'
import { DataTable } from '../../shared/table/DataTable.tsx'
import { ChangeKeyDialog, type KeyChange } from './ChangeKeyDialog.tsx'
import { GenerateKeyDialog } from './GenerateKeyDialog.tsx'
import { KeyUse } from './KeyUse.tsx'
import { keyColumns } from './key-columns.tsx'
import type { TextKey } from './text-key.ts'
import { hasAccess, type TextProduct } from './text-product.ts'
import { textKeys, textProducts } from './text-service.queries.ts'
import './text-service.css'

/** Manages the keys with which programs send documents. */
export function TextKeysPage() {
  const keys = useQuery(textKeys)
  const products = useQuery(textProducts)
  const failedQuery = [keys, products].find(({ error, data }) => error && !data)
  const [isMaking, setMaking] = useState(false)
  const isAdmin = useSignedIn().user.isAdmin
  // The free plan only has the key that it came with.
  const canCreate =
    isAdmin &&
    (products.data?.some((product) => hasAccess(product) && !product.isFreePlan) ?? false)
  return (
    <>
      <ListPage
        title="API Keys"
        description="Keys that give programs access to text extraction"
        list={{
          data: products.data && keys.data,
          error: failedQuery?.error,
          refetch: () => failedQuery?.refetch(),
        }}
        failureText="Failed to fetch API Keys"
        actions={
          <Button
            type="primary"
            icon={<PlusOutlined aria-hidden="true" />}
            disabled={!canCreate}
            onClick={() => setMaking(true)}
          >
            Generate
          </Button>
        }
        empty={{
          title: 'No API keys yet',
          explanation:
            'Programs need an API key to send documents. An administrator can generate one.',
        }}
        footer={keys.data && products.data && <KeyUse />}
      >
        {(rows) => <Keys keys={rows} products={products.data ?? []} isAdmin={isAdmin} />}
      </ListPage>
      {isMaking && products.data && (
        <GenerateKeyDialog products={products.data} onClose={() => setMaking(false)} />
      )}
    </>
  )
}

type Props = {
  readonly keys: readonly TextKey[]
  readonly products: readonly TextProduct[]
  readonly isAdmin: boolean
}

const PAGE_SIZE = 5

function Keys({ keys, products, isAdmin }: Props) {
  const [keyChange, setKeyChange] = useState<KeyChange>()
  const [requestedPage, setPage] = usePageInAddress()
  const page = Math.min(requestedPage, Math.ceil(keys.length / PAGE_SIZE))
  const free = new Set(
    products.filter((product) => product.isFreePlan).map(({ product }) => product),
  )
  return (
    <>
      <DataTable
        label="API keys for text extraction"
        columns={keyColumns({
          onChange: setKeyChange,
          mayChange: ({ plan }) => isAdmin && !free.has(plan.id),
        })}
        rows={keys.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)}
        keyOf={({ id }) => id}
        emptyText=""
      />
      <ListPages page={page} pageSize={PAGE_SIZE} count={keys.length} onChange={setPage} />
      {keyChange && <ChangeKeyDialog change={keyChange} onClose={() => setKeyChange(undefined)} />}
    </>
  )
}
