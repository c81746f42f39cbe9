import type { AdapterType } from '@recto/contract/adapters/adapters'
import { useQuery } from '@tanstack/react-query'
import { Alert } from 'antd'
import { useState } from 'react'
import { FailureState } from '../../shared/layout/FailureState.tsx'
import { FormSkeleton } from '../../shared/services/FormSkeleton.tsx'
import { MissingSecretNotice, withBlankSecrets } from '../../shared/services/MissingSecret.tsx'
import { SettingsForm, type SettingsFormProps } from '../../shared/services/SettingsForm.tsx'
import { type Adapter, externalField } from './adapter.ts'
import {
  settingsSchema,
  useCreateAdapter,
  useTestAdapter,
  useUpdateAdapter,
} from './adapters.queries.ts'

type Props = {
  readonly type: AdapterType
  readonly catalogueId: string
  readonly adapter?: Adapter
  onSaved(): void
}

/** Form for the settings of one service, generated from the schema of the service. */
export function AdapterSettings({ type, catalogueId, adapter, onSaved }: Props) {
  const { data, error, refetch } = useQuery(settingsSchema(catalogueId))
  const { mutateAsync: test } = useTestAdapter()
  const [notes, setNotes] = useState<readonly string[]>([])
  const { mutateAsync: create } = useCreateAdapter()
  const { mutateAsync: update } = useUpdateAdapter()
  const missingSecrets = adapter?.missingSecrets ?? []

  if (error) {
    const retry = () => void refetch()
    return (
      <FailureState error={error} fallback="Failed to load the settings form" onRetry={retry} />
    )
  }
  if (!data) return <FormSkeleton />

  return (
    <SettingsForm
      schema={withExternalField(data)}
      initial={adapter?.settings ?? {}}
      fallback="Failed to save the adapter"
      extra={() => (
        <>
          {missingSecrets.length > 0 && <MissingSecretNotice />}
          <TestNotes notes={notes} />
        </>
      )}
      onTest={async (settings) => {
        setNotes([])
        const outcome = await test({ type, catalogueId, settings })
        setNotes(outcome.notes)
        return outcome.isValid
      }}
      onSave={async (settings) => {
        const formValues = {
          type,
          catalogueId,
          settings: withBlankSecrets(missingSecrets, settings),
        }
        await (adapter ? update({ ...formValues, id: adapter.id }) : create(formValues))
        onSaved()
      }}
    />
  )
}

/** Shows what the service does in another way than the settings say. */
function TestNotes({ notes }: { readonly notes: readonly string[] }) {
  if (notes.length === 0) return null
  return <Alert type="info" showIcon className="service-outcome" title={notes.join(' ')} />
}

type Schema = SettingsFormProps['schema']

/** Setting of every service: whether it is external, so that texts leave the installation. */
const externalSwitch = {
  type: 'boolean',
  title: 'External',
  description:
    'This service is external: your data is sent to a third party. Projects that mask values send placeholders instead.',
  default: false,
} as const

const withExternalField = (schema: Schema): Schema => ({
  ...schema,
  properties: { ...(schema.properties as object), [externalField]: externalSwitch },
})
