import { isAbsolute } from 'node:path'
import type { SignInBackend } from '@recto/provider-spec/connector-provider'
import { z } from 'zod'

/** What connectors of this installation may reach besides the network, and as whom people sign in. */
export type ConnectorsConfig = {
  /** Folders of this machine; a connector reaches what lies below one of them. */
  readonly folders: readonly string[]
  /** As what the installation is known to the services where people sign in; absent ones are not offered. */
  readonly signIn: Readonly<Partial<Record<SignInBackend, SignInConfig>>>
}

export type SignInConfig = {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
}

const address = z.url({ protocol: /^https?$/, error: 'must be an address' })

export const connectorEnvironment = {
  RECTO_CONNECTOR_FOLDERS: z
    .string()
    .transform((text) => text.split(':').filter(Boolean))
    .refine((all) => all.every(isAbsolute), 'must be absolute folders with : between')
    .default([]),
  RECTO_GOOGLE_CLIENT_ID: z.string().optional(),
  RECTO_GOOGLE_CLIENT_SECRET: z.string().optional(),
  RECTO_GOOGLE_ISSUER: address.default('https://accounts.google.com'),
  RECTO_MICROSOFT_CLIENT_ID: z.string().optional(),
  RECTO_MICROSOFT_CLIENT_SECRET: z.string().optional(),
  RECTO_MICROSOFT_ISSUER: address.default('https://login.microsoftonline.com/common/v2.0'),
}

type Environment = z.output<z.ZodObject<typeof connectorEnvironment>>

export function connectorsConfigOf(env: Environment): ConnectorsConfig {
  const google = knownAs(
    env.RECTO_GOOGLE_ISSUER,
    env.RECTO_GOOGLE_CLIENT_ID,
    env.RECTO_GOOGLE_CLIENT_SECRET,
  )
  const microsoft = knownAs(
    env.RECTO_MICROSOFT_ISSUER,
    env.RECTO_MICROSOFT_CLIENT_ID,
    env.RECTO_MICROSOFT_CLIENT_SECRET,
  )
  return {
    folders: env.RECTO_CONNECTOR_FOLDERS,
    signIn: {
      ...(google && { 'google-oauth2': google }),
      ...(microsoft && { 'azuread-tenant-oauth2': microsoft }),
    },
  }
}

function knownAs(
  issuer: string,
  clientId: string | undefined,
  clientSecret: string | undefined,
): SignInConfig | undefined {
  if (clientId === undefined || clientSecret === undefined) return undefined
  return { issuer, clientId, clientSecret }
}
