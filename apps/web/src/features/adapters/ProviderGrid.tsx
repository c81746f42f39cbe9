import { SearchOutlined } from '@ant-design/icons'
import type { AdapterType } from '@recto/contract/adapters'
import { useQuery } from '@tanstack/react-query'
import { Input } from 'antd'
import { type CSSProperties, useState } from 'react'
import { EmptyState } from '../../shared/layout/EmptyState.tsx'
import { FailureState } from '../../shared/layout/FailureState.tsx'
import { AdapterIcon } from './AdapterIcon.tsx'
import type { AdapterProvider } from './adapter.ts'
import { catalogueOfType } from './adapters.queries.ts'

/** In a dialog that is wide enough for them. */
const inColumns = { '--columns': 4 } as CSSProperties
const WORTH_SEARCHING = 8
const places = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

type Props = {
  readonly type: AdapterType
  onPick(provider: AdapterProvider): void
}

/** The services of one kind, to pick from. */
export function ProviderGrid({ type, onPick }: Props) {
  const { data: providers, error, refetch } = useQuery(catalogueOfType(type))
  const [search, setSearch] = useState('')

  if (error) {
    const retry = () => void refetch()
    return <FailureState error={error} fallback="Failed to load the services" onRetry={retry} />
  }
  if (!providers) return <GridSkeleton />
  if (providers.length === 0) {
    return (
      <EmptyState
        title="No service of this kind"
        explanation="This installation offers none yet. Extraction works without one."
      />
    )
  }

  const wanted = search.trim().toLowerCase()
  const found = providers
    .filter(({ name }) => name.toLowerCase().includes(wanted))
    .sort((a, b) => a.name.localeCompare(b.name))

  return (
    <>
      {providers.length > WORTH_SEARCHING && (
        <Input
          type="search"
          prefix={<SearchOutlined aria-hidden="true" />}
          autoFocus
          allowClear
          placeholder="Search services"
          aria-label="Search services"
          style={{ width: 260, marginBottom: 14 }}
          onChange={({ target }) => setSearch(target.value)}
        />
      )}
      <ul className="provider-grid" style={inColumns}>
        {found.map((provider) => (
          <li key={provider.id}>
            <ProviderCard provider={provider} onPick={onPick} />
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className="provider-none">No service of that name.</p>}
    </>
  )
}

type CardProps = {
  readonly provider: AdapterProvider
  onPick(provider: AdapterProvider): void
}

function ProviderCard({ provider, onPick }: CardProps) {
  return (
    <button type="button" className="provider-card" onClick={() => onPick(provider)}>
      <AdapterIcon src={provider.icon} size={40} />
      <span className="provider-name">{provider.name}</span>
      <span className="provider-description">{provider.description}</span>
    </button>
  )
}

function GridSkeleton() {
  return (
    <div className="provider-grid" style={inColumns} aria-busy="true">
      <span className="visually-hidden" role="status">
        Loading the services
      </span>
      {places.map((place) => (
        <div key={place} className="bone" style={{ height: 128 }} />
      ))}
    </div>
  )
}
