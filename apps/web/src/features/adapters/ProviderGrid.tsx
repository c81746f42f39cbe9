import type { AdapterType } from '@recto/contract/adapters/adapters'
import { useQuery } from '@tanstack/react-query'
import { EmptyState } from '../../shared/layout/EmptyState.tsx'
import type { Service } from '../../shared/services/ServiceGrid.tsx'
import { ServiceGrid } from '../../shared/services/ServiceGrid.tsx'
import { catalogueOfType } from './adapters.queries.ts'

type Props = {
  readonly type: AdapterType
  onPick(provider: Service): void
}

/** Grid of the services of one kind. */
export function ProviderGrid({ type, onPick }: Props) {
  const { data, error, refetch } = useQuery(catalogueOfType(type))
  return (
    <ServiceGrid
      services={data}
      error={error}
      empty={
        <EmptyState
          title="No services available"
          explanation="This installation does not offer any services of this type yet. Extraction works without one."
        />
      }
      onRetry={() => void refetch()}
      onPick={onPick}
    />
  )
}
