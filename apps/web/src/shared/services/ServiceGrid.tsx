import { SearchOutlined } from '@ant-design/icons'
import { Input } from 'antd'
import { type CSSProperties, type ReactNode, useState } from 'react'
import { FailureState } from '../layout/FailureState.tsx'
import { ServiceIcon } from './ServiceIcon.tsx'
import './services.css'

/** Number of columns in a wide dialog. */
const gridStyle = { '--columns': 4 } as CSSProperties
const MIN_SEARCHABLE = 8
const columnKeys = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

type Props<One extends Service> = {
  /** Undefined while loading. */
  readonly services: readonly One[] | undefined
  readonly error: unknown
  /** Shown if there are no services. */
  readonly empty: ReactNode
  /** Whether the search takes the focus; true by default. */
  readonly takesFocus?: boolean
  onRetry(): void
  onPick(service: One): void
}

/** Grid of services to choose from. */
export function ServiceGrid<One extends Service>(props: Props<One>) {
  const { services, error, empty, takesFocus = true, onRetry, onPick } = props
  const [search, setSearch] = useState('')

  if (error) {
    return <FailureState error={error} fallback="Failed to load the services" onRetry={onRetry} />
  }
  if (!services) return <GridSkeleton />
  if (services.length === 0) return empty

  const query = search.trim().toLowerCase()
  const matches = services
    .filter(({ name }) => name.toLowerCase().includes(query))
    .sort((a, b) => a.name.localeCompare(b.name))

  return (
    <>
      {services.length > MIN_SEARCHABLE && (
        <Input
          type="search"
          prefix={<SearchOutlined aria-hidden="true" />}
          autoFocus={takesFocus}
          allowClear
          placeholder="Search services"
          aria-label="Search services"
          style={{ width: 260, marginBottom: 14 }}
          onChange={({ target }) => setSearch(target.value)}
        />
      )}
      <ul className="service-grid" style={gridStyle}>
        {matches.map((service) => (
          <li key={service.id}>
            <ServiceCard service={service} onPick={() => onPick(service)} />
          </li>
        ))}
      </ul>
      {matches.length === 0 && <p className="service-none">No services found.</p>}
    </>
  )
}

function ServiceCard({ service, onPick }: { readonly service: Service; onPick(): void }) {
  return (
    <button type="button" className="service-card" onClick={onPick}>
      <ServiceIcon src={service.icon} size={40} />
      <span className="service-title">{service.name}</span>
      <span className="service-description">{service.description}</span>
    </button>
  )
}

function GridSkeleton() {
  return (
    <div className="service-grid" style={gridStyle} aria-busy="true">
      <span className="visually-hidden" role="status">
        Loading the services
      </span>
      {columnKeys.map((column) => (
        <div key={column} className="bone" style={{ height: 128 }} />
      ))}
    </div>
  )
}

/** A service of a catalogue that can be configured. */
export type Service = {
  /** Id in the catalogue. */
  readonly id: string
  readonly name: string
  readonly description: string
  /** An address, or an emoji. */
  readonly icon: string
}
