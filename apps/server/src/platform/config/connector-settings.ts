import { delimiter, isAbsolute } from 'node:path'
import { omitUndefined } from '@recto/omit-undefined'
import type { SignInBackend } from '@recto/provider-spec/connector-provider'
import { z } from 'zod'

/**
 * What connectors may reach besides the network, and the OAuth clients for signing in to services.
 */
export type ConnectorsConfig = {
  /** Local folders; connectors reach only what is below one of them. */
  readonly folders: readonly string[]
  /** Whether an end of a workflow shows its connector as an id, or whole, as newer clients read it. */
  readonly shownInEndpoints: 'id' | 'object'
  /** OAuth clients of the installation; services without one are not offered. */
  readonly signIn: Readonly<Partial<Record<SignInBackend, SignInConfig>>>
}

type SignInConfig = {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
}

const address = z.url({ protocol: /^https?$/, error: 'must be an address' })

export const connectorEnvironment = {
  RECTO_CONNECTOR_FOLDERS: z
    .string()
    .transform((text) => text.split(delimiter).filter(Boolean))
    .refine(
      (all) => all.every(isAbsolute),
      `must be absolute paths of folders, separated by ${delimiter}`,
    )
    .default([]),
  RECTO_CONNECTOR_INSTANCE: z.enum(['id', 'object'], 'must be id or object').default('id'),
  RECTO_GOOGLE_CLIENT_ID: z.string().optional(),
  RECTO_GOOGLE_CLIENT_SECRET: z.string().optional(),
  RECTO_GOOGLE_ISSUER: address.default('https://accounts.google.com'),
  RECTO_MICROSOFT_CLIENT_ID: z.string().optional(),
  RECTO_MICROSOFT_CLIENT_SECRET: z.string().optional(),
  RECTO_MICROSOFT_ISSUER: address.default('https://login.microsoftonline.com/common/v2.0'),
}

type ConnectorEnvironment = z.output<z.ZodObject<typeof connectorEnvironment>>

export function readConnectorsConfig(env: ConnectorEnvironment): ConnectorsConfig {
  const google = readSignInConfig(
    env.RECTO_GOOGLE_ISSUER,
    env.RECTO_GOOGLE_CLIENT_ID,
    env.RECTO_GOOGLE_CLIENT_SECRET,
  )
  const microsoft = readSignInConfig(
    env.RECTO_MICROSOFT_ISSUER,
    env.RECTO_MICROSOFT_CLIENT_ID,
    env.RECTO_MICROSOFT_CLIENT_SECRET,
  )
  return {
    folders: env.RECTO_CONNECTOR_FOLDERS,
    shownInEndpoints: env.RECTO_CONNECTOR_INSTANCE,
    signIn: omitUndefined({
      'google-oauth2': google,
      'google-mail-oauth2': google,
      'azuread-tenant-oauth2': microsoft,
      'azuread-mail-oauth2': microsoft,
    }),
  }
}

function readSignInConfig(
  issuer: string,
  clientId: string | undefined,
  clientSecret: string | undefined,
): SignInConfig | undefined {
  if (clientId === undefined || clientSecret === undefined) return undefined
  return { issuer, clientId, clientSecret }
}
