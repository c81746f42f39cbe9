import type { AdapterType } from '@recto/contract/adapters'
import { useQuery } from '@tanstack/react-query'
import { FailureState } from '../../shared/layout/FailureState.tsx'
import { FormSkeleton } from '../../shared/services/FormSkeleton.tsx'
import { SettingsForm } from '../../shared/services/SettingsForm.tsx'
import { type Adapter, outsideField } from './adapter.ts'
import {
  settingsSchema,
  useCreateAdapter,
  useTestAdapter,
  useUpdateAdapter,
} from './adapters.queries.ts'

type Props = {
  readonly type: AdapterType
  readonly catalogueId: string
  readonly existing?: Adapter
  onSaved(): void
}

/** The settings of one service, drawn from the schema that it gives of itself. */
export function AdapterSettings({ type, catalogueId, existing, onSaved }: Props) {
  const { data, error, refetch } = useQuery(settingsSchema(catalogueId))
  const { mutateAsync: test } = useTestAdapter()
  const { mutateAsync: create } = useCreateAdapter()
  const { mutateAsync: update } = useUpdateAdapter()

  if (error) {
    const retry = () => void refetch()
    return (
      <FailureState error={error} fallback="Failed to load the settings form" onRetry={retry} />
    )
  }
  if (!data) return <FormSkeleton />

  return (
    <SettingsForm
      schema={withOutside(data)}
      initial={existing?.settings ?? {}}
      fallback="Failed to save the adapter"
      onTest={(settings) => test({ type, catalogueId, settings })}
      onSave={async (settings) => {
        const filled = { type, catalogueId, settings }
        await (existing ? update({ ...filled, id: existing.id }) : create(filled))
        onSaved()
      }}
    />
  )
}

type Schema = Parameters<typeof SettingsForm>[0]['schema']

/** Of every service: whether what goes there leaves the house. */
const outside = {
  type: 'boolean',
  title: 'Outside',
  description:
    'What goes to this service leaves the house. Projects that mask values send it placeholders in their place.',
  default: false,
} as const

const withOutside = (schema: Schema): Schema => ({
  ...schema,
  properties: { ...(schema.properties as object), [outsideField]: outside },
})
