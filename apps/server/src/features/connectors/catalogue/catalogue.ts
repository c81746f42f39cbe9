import type {
  AnyConnectorProvider,
  ConnectorKind,
  SignInBackend,
} from '@recto/provider-spec/connector-provider'
import type { Settings } from '@recto/provider-spec/provider'
import { badRequest, invalid } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'

type Needs = Pick<Context, 'connectorProviders' | 'config'>

type Wanted = {
  readonly direction?: 'INPUT' | 'OUTPUT' | undefined
  readonly kind?: ConnectorKind | undefined
}

/** The providers that can be chosen here: those that need something of the operator only where it was given. */
export function listConnectorProviders(
  { connectorProviders, config }: Needs,
  { direction, kind }: Wanted,
): readonly AnyConnectorProvider[] {
  const isOffered = ({ isHidden, needsFolders, schema, signIn }: AnyConnectorProvider) =>
    !isHidden &&
    !(needsFolders && config.connectors.folders.length === 0) &&
    (!signIn || isOptional(schema) || config.connectors.signIn[signIn] !== undefined)
  return connectorProviders.all
    .filter(isOffered)
    .filter((one) => kind === undefined || one.kind === kind)
    .filter(
      (one) => direction === undefined || (direction === 'INPUT' ? one.canRead : one.canWrite),
    )
}

/** Throws a field error for an id that is not in the catalogue. */
export function findConnectorProvider(
  { connectorProviders }: Pick<Context, 'connectorProviders'>,
  providerId: string,
): AnyConnectorProvider {
  const provider = connectorProviders.find(providerId)
  if (!provider) throw invalid('providerId', 'There is no such connector.', 'does_not_exist')
  return provider
}

/** The provider whose form is asked for. */
export function findConnectorForm(
  { connectorProviders }: Pick<Context, 'connectorProviders'>,
  providerId: string,
): AnyConnectorProvider {
  const provider = connectorProviders.find(providerId)
  if (!provider) throw badRequest('There is no such connector.')
  return provider
}

/** Whether the settings offer another way than signing in at the service. */
const isOptional = (schema: AnyConnectorProvider['schema']) =>
  'auth_type' in (schema.properties as object)

/** The service at which somebody has to sign in for these settings. */
export function signInFor(
  { signIn }: AnyConnectorProvider,
  settings: Settings,
): SignInBackend | undefined {
  return settings.auth_type === 'client_credentials' ? undefined : signIn
}
