import { isAbsolute } from 'node:path'
import { z } from 'zod'
import { wholeNumberSetting } from './values.ts'

/** Reception of mail by SMTP. */
export type MailReceptionConfig = {
  readonly port: number
  /** Address to listen on. */
  readonly host: string
  /** The part of the addresses after the `@`. */
  readonly domain: string
  /** PEM files for STARTTLS, which is off if absent. */
  readonly tls: { readonly certificate: string; readonly key: string } | undefined
  readonly maxBytes: number
  readonly maxConnections: number
  /** Server of the DNS for SPF and DKIM, as address and port; those of the system if absent. */
  readonly resolver: string | undefined
}

const file = z.string().refine(isAbsolute, 'must be the absolute path of a file').optional()

export const mailReceptionEnvironment = {
  RECTO_MAIL_PORT: wholeNumberSetting(
    'must be a port number from 0 to 65535',
    0,
    65_535,
  ).optional(),
  RECTO_MAIL_HOST: z
    .string()
    .regex(/^\S+$/, 'must be a host name or an address')
    .default('0.0.0.0'),
  RECTO_MAIL_DOMAIN: z
    .string()
    .regex(/^[a-z\d](?:[a-z\d.-]{0,250}[a-z\d])?$/i, 'must be a domain, such as in.example.org')
    .optional(),
  RECTO_MAIL_CERTIFICATE: file,
  RECTO_MAIL_KEY: file,
  RECTO_MAIL_MAX_MEGABYTES: wholeNumberSetting(
    'must be a whole number from 1 to 50',
    1,
    50,
  ).default(25),
  RECTO_MAIL_CONNECTIONS: wholeNumberSetting(
    'must be a whole number from 1 to 1000',
    1,
    1000,
  ).default(50),
  RECTO_MAIL_RESOLVER: z
    .string()
    .regex(/^[\da-f.:[\]]{2,60}$/i, 'must be an address, such as 10.0.0.2 or 10.0.0.2:53')
    .optional(),
}

type MailReceptionEnvironment = z.output<z.ZodObject<typeof mailReceptionEnvironment>>

/** Returns a problem of settings that are each valid on their own. */
export function findMailReceptionProblem(env: MailReceptionEnvironment): string | undefined {
  if (env.RECTO_MAIL_PORT !== undefined && !env.RECTO_MAIL_DOMAIN)
    return 'RECTO_MAIL_DOMAIN is required when RECTO_MAIL_PORT is set, because addresses end with it.'
  if ((env.RECTO_MAIL_CERTIFICATE === undefined) !== (env.RECTO_MAIL_KEY === undefined))
    return 'RECTO_MAIL_CERTIFICATE and RECTO_MAIL_KEY belong together: set both or none.'
  return undefined
}

/** Returns `undefined` if the installation receives no mail. */
export function readMailReception(env: MailReceptionEnvironment): MailReceptionConfig | undefined {
  const {
    RECTO_MAIL_PORT: port,
    RECTO_MAIL_DOMAIN: domain,
    RECTO_MAIL_CERTIFICATE: certificate,
    RECTO_MAIL_KEY: key,
  } = env
  if (port === undefined || domain === undefined) return undefined
  return {
    port,
    host: env.RECTO_MAIL_HOST,
    domain: domain.toLowerCase(),
    tls: certificate !== undefined && key !== undefined ? { certificate, key } : undefined,
    maxBytes: env.RECTO_MAIL_MAX_MEGABYTES * 1024 * 1024,
    maxConnections: env.RECTO_MAIL_CONNECTIONS,
    resolver: env.RECTO_MAIL_RESOLVER,
  }
}
