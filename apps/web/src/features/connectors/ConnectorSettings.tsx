import { useQuery } from '@tanstack/react-query'
import { Alert } from 'antd'
import { Refusal } from '../../shared/api/refusal.ts'
import { useAlerts } from '../../shared/feedback/alerts.tsx'
import type { FormValues } from '../../shared/form/schema-form/SchemaForm.tsx'
import { FailureState } from '../../shared/layout/FailureState.tsx'
import { FormSkeleton } from '../../shared/services/FormSkeleton.tsx'
import { SettingsForm } from '../../shared/services/SettingsForm.tsx'
import type { Connector } from './connector.ts'
import {
  connectorForm,
  useCreateConnector,
  useTestConnector,
  useUpdateConnector,
} from './connectors.queries.ts'
import { SignInStep } from './sign-in/SignInStep.tsx'
import { useSignIn } from './sign-in/use-sign-in.ts'
import './connectors.css'

type Props = {
  /** In the catalogue. */
  readonly providerId: string
  /** The connector to change; without one a new one is made. */
  readonly existing?: Connector
  onSaved(connector: Connector): void
}

/** The settings of a connector, drawn from the schema that its service gives of itself. */
export function ConnectorSettings({ providerId, existing, onSaved }: Props) {
  const { data: form, error, refetch } = useQuery(connectorForm(providerId))

  // Of an earlier product: it is used as it is.
  if (providerId.includes('pcs|') || (form && !form.schema)) {
    return (
      <Alert type="info" showIcon role="status" title="Edit is not supported for this connector" />
    )
  }
  if (error) {
    const retry = () => void refetch()
    return <FailureState error={error} fallback="Failed to load the spec" onRetry={retry} />
  }
  if (!form?.schema) return <FormSkeleton />
  return (
    <Filled
      schema={form.schema}
      backend={form.backend}
      providerId={providerId}
      {...(existing && { existing })}
      onSaved={onSaved}
    />
  )
}

type FilledProps = Props & {
  readonly schema: Readonly<Record<string, unknown>>
  readonly backend: string
}

function Filled({ schema, backend, providerId, existing, onSaved }: FilledProps) {
  const signIn = useSignIn(backend)
  const alerts = useAlerts()
  const { mutateAsync: test } = useTestConnector()
  const { mutateAsync: create } = useCreateConnector()
  const { mutateAsync: update } = useUpdateConnector()

  const needsSignIn = (settings: FormValues) =>
    backend !== '' && settings.auth_type !== 'client_credentials'

  /** Throws unless somebody has signed in where the settings need it. */
  function filled(settings: FormValues) {
    if (!needsSignIn(settings)) return { providerId, settings, signInKey: undefined }
    if (!signIn.key && !settings.access_token) throw invalidSignIn()
    return { providerId, settings, signInKey: signIn.key }
  }

  async function handleSave(settings: FormValues) {
    const given = filled(settings)
    const saved = await (existing ? update({ ...given, id: existing.id }) : create(given))
    alerts.success(`Successfully ${existing ? 'updated' : 'added'} connector`)
    onSaved(saved)
  }

  return (
    <SettingsForm
      schema={schema}
      initial={existing?.settings ?? {}}
      beside={signIn.key}
      fallback="Failed to save the connector"
      extra={(settings) =>
        needsSignIn(settings) && (
          <SignInStep
            backend={backend}
            signIn={signIn}
            isSignedIn={Boolean(settings.access_token)}
          />
        )
      }
      onTest={async (settings) => test(filled(settings))}
      onSave={handleSave}
    />
  )
}

const invalidSignIn = () => new Refusal({ kind: 'unknown', status: 0, said: 'Invalid OAuth' })
