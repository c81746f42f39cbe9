import type {
  AnyConnectorProvider,
  ConnectorKind,
  SignInBackend,
} from '@recto/provider-spec/connector-provider'
import type { Settings } from '@recto/provider-spec/provider'
import { badRequest, invalid } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'

type CatalogueDependencies = Pick<Context, 'connectorProviders' | 'config'>

type CatalogueOptions = {
  readonly direction?: 'INPUT' | 'OUTPUT' | undefined
  readonly kind?: ConnectorKind | undefined
}

/**
 * Lists the providers that can be chosen; those that need configuration by the operator only where
 * it exists.
 */
export function listConnectorProviders(
  { connectorProviders, config }: CatalogueDependencies,
  { direction, kind }: CatalogueOptions,
): readonly AnyConnectorProvider[] {
  const isOffered = (provider: AnyConnectorProvider) => {
    const { isHidden, needsFolders, hasMailAddress, schema, signIn } = provider
    return (
      !isHidden &&
      !(hasMailAddress && !config.mailReception) &&
      !(needsFolders && config.connectors.folders.length === 0) &&
      (!signIn || isOptional(schema) || config.connectors.signIn[signIn] !== undefined)
    )
  }
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
  if (!provider) throw invalid('providerId', 'This provider does not exist.', 'does_not_exist')
  return provider
}

/** Finds the provider whose form is requested; throws 400 when there is none. */
export function findConnectorForm(
  { connectorProviders }: Pick<Context, 'connectorProviders'>,
  providerId: string,
): AnyConnectorProvider {
  const provider = connectorProviders.find(providerId)
  if (!provider) throw badRequest('This provider does not exist.')
  return provider
}

/** Whether the settings offer an alternative to signing in at the service. */
const isOptional = (schema: AnyConnectorProvider['schema']) =>
  'auth_type' in (schema.properties as object)

/** Returns the service at which a person must sign in for these settings. */
export function signInFor(
  { signIn }: AnyConnectorProvider,
  settings: Settings,
): SignInBackend | undefined {
  return settings.auth_type === 'client_credentials' ? undefined : signIn
}
