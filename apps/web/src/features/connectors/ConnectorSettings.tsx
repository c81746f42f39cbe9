import { omitUndefined } from '@recto/omit-undefined'
import { useQuery } from '@tanstack/react-query'
import { Alert } from 'antd'
import { Refusal } from '../../shared/api/refusal.ts'
import { useAlerts } from '../../shared/feedback/alerts.tsx'
import type { FormValues } from '../../shared/form/schema-form/SchemaForm.tsx'
import { FailureState } from '../../shared/layout/FailureState.tsx'
import { FormSkeleton } from '../../shared/services/FormSkeleton.tsx'
import { MissingSecretNotice, withBlankSecrets } from '../../shared/services/MissingSecret.tsx'
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
  /** Id of the service in the catalogue. */
  readonly providerId: string
  /** The connector to change; without one, a new one is created. */
  readonly connector?: Connector
  /** Text of the only button, which saves the connector as soon as its test has succeeded. */
  readonly oneStepText?: string
  onSaved(connector: Connector): void
}

/** Form for the settings of a connector, generated from the schema of its service. */
export function ConnectorSettings({ providerId, connector, oneStepText, onSaved }: Props) {
  const { data: form, error, refetch } = useQuery(connectorForm(providerId))

  // A connector of an earlier product can be used, but not edited.
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
    <SettingsOfConnector
      schema={form.schema}
      backend={form.backend}
      providerId={providerId}
      {...omitUndefined({ connector, oneStepText })}
      onSaved={onSaved}
    />
  )
}

type ConnectorSettingsProps = Props & {
  readonly schema: Readonly<Record<string, unknown>>
  readonly backend: string
}

function SettingsOfConnector({
  schema,
  backend,
  providerId,
  connector,
  oneStepText,
  onSaved,
}: ConnectorSettingsProps) {
  const signIn = useSignIn(backend)
  const alerts = useAlerts()
  const { mutateAsync: test } = useTestConnector()
  const { mutateAsync: create } = useCreateConnector()
  const { mutateAsync: update } = useUpdateConnector()

  const missingSecrets = connector?.missingSecrets ?? []

  const needsSignIn = (settings: FormValues) =>
    backend !== '' && settings.auth_type !== 'client_credentials'

  /** Throws if the settings require signing in at the service and the user has not done so. */
  function filled(settings: FormValues) {
    if (!needsSignIn(settings)) return { providerId, settings, signInKey: undefined }
    if (!signIn.key && !settings.access_token) throw invalidSignIn()
    return { providerId, settings, signInKey: signIn.key }
  }

  async function handleSave(settings: FormValues) {
    const formSecrets = missingSecrets.filter((name) => !isToken(name))
    const connectorValues = filled(withBlankSecrets(formSecrets, settings))
    const savedConnector = await (connector
      ? update({ ...connectorValues, id: connector.id })
      : create(connectorValues))
    alerts.success(`Successfully ${connector ? 'updated' : 'added'} connector`)
    onSaved(savedConnector)
  }

  return (
    <SettingsForm
      schema={schema}
      initial={connector?.settings ?? {}}
      sideContent={signIn.key}
      fallback="Failed to save the connector"
      oneStepText={oneStepText}
      extra={(settings) => (
        <>
          {missingSecrets.length > 0 && <MissingSecretNotice />}
          {needsSignIn(settings) && (
            <SignInStep
              backend={backend}
              signIn={signIn}
              isSignedIn={Boolean(settings.access_token)}
            />
          )}
        </>
      )}
      onTest={async (settings) => test(filled(settings))}
      onSave={handleSave}
    />
  )
}

/** Whether a secret is entered by signing in, and not in a field. */
const isToken = (name: string) => name === 'access_token' || name === 'refresh_token'

const invalidSignIn = () =>
  new Refusal({ kind: 'unknown', status: 0, serverMessage: 'Invalid OAuth' })
