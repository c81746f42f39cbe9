import type { AdapterType } from '@recto/contract/adapters'
import { useQuery } from '@tanstack/react-query'
import { FailureState } from '../../shared/layout/FailureState.tsx'
import { AdapterForm } from './AdapterForm.tsx'
import type { Adapter } from './adapter.ts'
import { settingsSchema } from './adapters.queries.ts'
import { FormSkeleton } from './FormSkeleton.tsx'

type Props = {
  readonly type: AdapterType
  readonly catalogueId: string
  readonly existing?: Adapter
  onSaved(): void
}

/** The settings of one service, drawn from the schema that it gives of itself. */
export function AdapterSettings({ type, catalogueId, existing, onSaved }: Props) {
  const { data, error, refetch } = useQuery(settingsSchema(catalogueId))

  if (error) {
    const retry = () => void refetch()
    return (
      <FailureState error={error} fallback="Failed to load the settings form" onRetry={retry} />
    )
  }
  if (!data) return <FormSkeleton />

  return (
    <AdapterForm
      schema={data}
      target={{ type, catalogueId, ...(existing && { id: existing.id }) }}
      initial={existing?.settings ?? {}}
      onSaved={onSaved}
    />
  )
}
