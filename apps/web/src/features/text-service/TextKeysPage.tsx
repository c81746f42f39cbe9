import { PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Pagination } from 'antd'
import { useState } from 'react'
import { EmptyState } from '../../shared/layout/EmptyState.tsx'
import { FailureState } from '../../shared/layout/FailureState.tsx'
import { PageHeader } from '../../shared/layout/PageHeader.tsx'
import { ListSkeleton } from '../../shared/layout/PageSkeleton.tsx'
import { useAddressSearch, useChangeAddressSearch } from '../../shared/navigation/address-search.ts'
import { usePageTitle } from '../../shared/navigation/page-title.ts'
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
  usePageTitle('API Keys')
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
    <div className="page">
      <PageHeader title="API Keys" description="Keys that give programs access to text extraction">
        <Button
          type="primary"
          icon={<PlusOutlined aria-hidden="true" />}
          disabled={!canCreate}
          onClick={() => setMaking(true)}
        >
          Generate
        </Button>
      </PageHeader>
      {failedQuery && (
        <FailureState
          error={failedQuery.error}
          fallback="Failed to fetch API Keys"
          onRetry={() => void failedQuery.refetch()}
        />
      )}
      {!failedQuery && !(keys.data && products.data) && <ListSkeleton />}
      {keys.data && products.data && (
        <>
          <Keys keys={keys.data} products={products.data} isAdmin={isAdmin} />
          <KeyUse />
        </>
      )}
      {isMaking && products.data && (
        <GenerateKeyDialog products={products.data} onClose={() => setMaking(false)} />
      )}
    </div>
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
  const change = useChangeAddressSearch()
  const pages = Math.max(1, Math.ceil(keys.length / PAGE_SIZE))
  const requestedPage = Math.trunc(Number(useAddressSearch().page))
  const page = requestedPage >= 1 ? Math.min(requestedPage, pages) : 1
  const free = new Set(
    products.filter((product) => product.isFreePlan).map(({ product }) => product),
  )
  if (keys.length === 0) {
    return (
      <div className="sheet">
        <EmptyState
          title="No API keys yet"
          explanation="Programs need an API key to send documents. An administrator can generate one."
        />
      </div>
    )
  }
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
      <Pagination
        className="log-pages"
        align="end"
        hideOnSinglePage
        showSizeChanger={false}
        current={page}
        pageSize={PAGE_SIZE}
        total={keys.length}
        onChange={(next) => change({ page: next })}
      />
      {keyChange && <ChangeKeyDialog change={keyChange} onClose={() => setKeyChange(undefined)} />}
    </>
  )
}
