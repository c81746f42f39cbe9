import { useQuery } from '@tanstack/react-query'
import { Button, Collapse, Input, Tag } from 'antd'
import { useState } from 'react'
import { useDebounced } from '../../shared/browser/use-debounced.ts'
import { EmptyState } from '../../shared/layout/EmptyState.tsx'
import { FailureState } from '../../shared/layout/FailureState.tsx'
import { PageHeader } from '../../shared/layout/PageHeader.tsx'
import { ListSkeleton } from '../../shared/layout/PageSkeleton.tsx'
import {
  textIn,
  useAddressSearch,
  useChangeAddressSearch,
} from '../../shared/navigation/address-search.ts'
import { usePageTitle } from '../../shared/navigation/page-title.ts'
import { PublicFrame } from '../shell/PublicFrame.tsx'
import { descriptionAddress, operationList } from './api-docs.queries.ts'
import { OperationDetails } from './OperationDetails.tsx'
import { type DescribedCall, isAbout } from './operation.ts'
import './api-docs.css'

/** Documentation of all API operations, each with a form to try it. */
export function ApiDocsPage() {
  usePageTitle('API')
  const { search } = useAddressSearch()
  const changeSearch = useChangeAddressSearch()
  const [word, setWord] = useState(() => textIn(search) ?? '')
  const debouncedWord = useDebounced(word, 200)
  const { data, error, refetch } = useQuery(operationList)
  const matches = data?.filter((operation) => isAbout(operation, debouncedWord)) ?? []

  return (
    <PublicFrame>
      <div className="page api-docs">
        <PageHeader title="API" description="Browse and try every API operation of this server.">
          <Button href={descriptionAddress}>View OpenAPI file</Button>
        </PageHeader>
        <Input.Search
          aria-label="Search the API"
          placeholder="Search by path or name"
          allowClear
          value={word}
          onChange={({ target }) => {
            setWord(target.value)
            changeSearch({ search: target.value || undefined })
          }}
        />
        {error && (
          <FailureState
            error={error}
            fallback="Failed to load the API documentation"
            onRetry={() => void refetch()}
          />
        )}
        {!error && !data && <ListSkeleton />}
        {data && matches.length === 0 && (
          <EmptyState
            title="No matching operations"
            explanation="Try searching for part of a path or name."
          />
        )}
        {areasOf(matches).map(([area, operations]) => (
          <section key={area} aria-label={area}>
            <h2>{area}</h2>
            <Collapse
              items={operations.map((operation) => ({
                key: `${operation.method} ${operation.path}`,
                label: <Heading operation={operation} />,
                children: <OperationDetails operation={operation} />,
              }))}
            />
          </section>
        ))}
      </div>
    </PublicFrame>
  )
}

const areasOf = (operations: readonly DescribedCall[]) => [
  ...Map.groupBy(operations, ({ area }) => area),
]

function Heading({ operation: { method, path } }: { readonly operation: DescribedCall }) {
  return (
    <span className="api-docs-heading">
      <Tag>{method}</Tag>
      <code>{path}</code>
    </span>
  )
}
