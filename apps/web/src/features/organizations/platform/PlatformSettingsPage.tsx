import { useQuery } from '@tanstack/react-query'
import { FailureState } from '../../../shared/layout/FailureState.tsx'
import { PageHeader } from '../../../shared/layout/PageHeader.tsx'
import { ListSkeleton } from '../../../shared/layout/PageSkeleton.tsx'
import { usePageTitle } from '../../../shared/navigation/page-title.ts'
import { KeySlotRow } from './KeySlotRow.tsx'
import { keySlots } from './platform-keys.queries.ts'

/** Manages the two platform keys of the organization, of which at most one is active. */
export function PlatformSettingsPage() {
  usePageTitle('Platform Settings')
  const { data: slots, error, refetch } = useQuery(keySlots)
  const retry = () => void refetch()
  return (
    <div className="page" style={{ maxWidth: 900 }}>
      <PageHeader
        title="Platform Settings"
        description="The platform keys of the organization. Only one can be active; use the other slot to switch keys without downtime."
      />
      {error && <FailureState error={error} fallback="Failed to get the keys" onRetry={retry} />}
      {!error && !slots && <ListSkeleton />}
      {slots?.map((slot) => (
        <KeySlotRow key={slot.name} slot={slot} hasActive={slots.some(isActive)} />
      ))}
    </div>
  )
}

const isActive = ({ key }: { readonly key?: { readonly isActive: boolean } }) =>
  key?.isActive === true
