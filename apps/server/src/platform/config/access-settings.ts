import { regions } from '@recto/contract/organizations/access'
import type { Role } from '@recto/contract/policy/policy'
import { z } from 'zod'
import { isLoopbackHost } from '../loopback.ts'
import { wholeNumberSetting } from './values.ts'

/** Settings of accounts, mail and single sign-on. */
export type AccessConfig = {
  /** The people who may create an account: everybody, invited people, or nobody. */
  readonly signUp: 'open' | 'invited' | 'off'
  /** The e-mail addresses that may sign up. */
  readonly addresses: {
    readonly allowedDomains: readonly string[]
    readonly deniedDomains: readonly string[]
    readonly allowsDisposable: boolean
    /** Whether an address is rejected if another one of its domain has an account. */
    readonly isOneOrganizationPerDomain: boolean
  }
  /** If absent, mails are written to a folder. */
  readonly mailUrl: string | undefined
  readonly mailFrom: string
  /** The invitations that an organization may send on one day, in UTC. */
  readonly invitationsPerDay: number
  /** Days for which the deletion of an organization or an account can be undone. */
  readonly deletionDays: number
  /** People sign in only by password if absent. */
  readonly singleSignOn: SingleSignOnConfig | undefined
  /** E-mail addresses of the administrators of the installation, besides the first account. */
  readonly platformAdmins: readonly string[]
  /** The host of each region of a hosted installation. */
  readonly regionHosts: Readonly<Record<string, string>>
}

/** An OpenID Connect identity provider. */
export type SingleSignOnConfig = {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** Display name. */
  readonly name: string
  /** Slug of the organization that all users of the provider join. */
  readonly organization: string | undefined
  readonly role: Role
  /** Whether an e-mail address is trusted even if the provider does not mark it as verified. */
  readonly trustsAddresses: boolean
}

const onOrOff = z.enum(['on', 'off'], 'must be on or off')

const domain = /^[a-z0-9](?:[a-z0-9.-]{0,252})$/

const domains = z
  .string()
  .transform((text) =>
    text
      .toLowerCase()
      .split(/[\s,]+/)
      .filter(Boolean),
  )
  .refine((all) => all.every((one) => domain.test(one)), 'must be domains, separated by commas')

const addresses = z
  .string()
  .transform((text) =>
    text
      .toLowerCase()
      .split(/[\s,]+/)
      .filter(Boolean),
  )
  .refine(
    (all) => all.every((one) => one.includes('@')),
    'must be email addresses, separated by commas',
  )

/** A local provider may be used without TLS. */
function isIssuer(text: string): boolean {
  const url = URL.parse(text)
  if (!url) return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackHost(url.host))
}

function isMailServer(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && ['smtp:', 'smtps:'].includes(url.protocol) && url.hostname !== ''
}

const hosts = z
  .string()
  .transform((text) => text.split(/[\s,]+/).filter(Boolean))
  .refine(
    (all) => all.every((one) => /^[a-z-]+=[\w.:-]+$/.test(one) && isRegion(one)),
    `must look like ${regions.map(({ id }) => `${id}=host`).join(',')}`,
  )
  .transform((all) => Object.fromEntries(all.map((one) => one.split('=', 2) as [string, string])))

const isRegion = (pair: string) => regions.some(({ id }) => pair.startsWith(`${id}=`))

/** Environment variables. */
export const accessEnvironment = {
  RECTO_SIGN_UP: z.enum(['open', 'invited', 'off'], 'must be open, invited or off').optional(),
  RECTO_MAIL_DOMAINS_ALLOWED: domains.default([]),
  RECTO_MAIL_DOMAINS_DENIED: domains.default([]),
  RECTO_DISPOSABLE_MAIL: onOrOff.default('off'),
  RECTO_ONE_ORGANIZATION_PER_DOMAIN: onOrOff.default('off'),
  RECTO_MAIL_URL: z
    .string()
    .refine(isMailServer, 'must look like smtp://user:password@host:587 or smtps://host')
    .optional(),
  RECTO_MAIL_FROM: z
    .string()
    .max(300)
    .refine(
      (text) => text.includes('@') && !/[\r\n]/.test(text),
      'must be an email address, or a name and <address>',
    )
    .default('Recto <recto@localhost>'),
  RECTO_INVITATIONS_PER_DAY: wholeNumberSetting(
    'must be a whole number from 1 to 100000',
    1,
    100_000,
  ).default(200),
  RECTO_DELETION_DAYS: wholeNumberSetting('must be a whole number from 1 to 365', 1, 365).default(
    14,
  ),
  RECTO_OIDC_ISSUER: z
    .string()
    .refine(isIssuer, 'must be an https address, such as https://login.example.org')
    .optional(),
  RECTO_OIDC_CLIENT_ID: z.string().optional(),
  RECTO_OIDC_CLIENT_SECRET: z.string().optional(),
  RECTO_OIDC_NAME: z.string().max(50, 'must have at most 50 characters').default('single sign-on'),
  RECTO_OIDC_ORGANIZATION: z.string().optional(),
  RECTO_OIDC_ROLE: z
    .enum(
      ['admin', 'user', 'reviewer', 'supervisor'],
      'must be admin, user, reviewer or supervisor',
    )
    .default('user'),
  RECTO_OIDC_TRUST_MAIL: onOrOff.default('off'),
  RECTO_PLATFORM_ADMINS: addresses.default([]),
  RECTO_REGION_HOSTS: hosts.default({}),
}

type AccessEnvironment = z.output<z.ZodObject<typeof accessEnvironment>>

type AccessConfigOptions = { readonly env: AccessEnvironment; readonly isLocalOnly: boolean }

/** `isLocalOnly`: only callers on this machine are meant, so every visitor is its owner. */
export function readAccessConfig({ env, isLocalOnly }: AccessConfigOptions): AccessConfig {
  return {
    signUp: env.RECTO_SIGN_UP ?? (isLocalOnly ? 'open' : 'invited'),
    addresses: {
      allowedDomains: env.RECTO_MAIL_DOMAINS_ALLOWED,
      deniedDomains: env.RECTO_MAIL_DOMAINS_DENIED,
      allowsDisposable: env.RECTO_DISPOSABLE_MAIL === 'on',
      isOneOrganizationPerDomain: env.RECTO_ONE_ORGANIZATION_PER_DOMAIN === 'on',
    },
    mailUrl: env.RECTO_MAIL_URL,
    mailFrom: env.RECTO_MAIL_FROM,
    invitationsPerDay: env.RECTO_INVITATIONS_PER_DAY,
    deletionDays: env.RECTO_DELETION_DAYS,
    singleSignOn: readSingleSignOnConfig(env),
    platformAdmins: env.RECTO_PLATFORM_ADMINS,
    regionHosts: env.RECTO_REGION_HOSTS,
  }
}

function readSingleSignOnConfig(env: AccessEnvironment): SingleSignOnConfig | undefined {
  const { RECTO_OIDC_ISSUER: issuer, RECTO_OIDC_CLIENT_ID: clientId } = env
  if (!issuer || !clientId || !env.RECTO_OIDC_CLIENT_SECRET) return undefined
  return {
    issuer,
    clientId,
    clientSecret: env.RECTO_OIDC_CLIENT_SECRET,
    name: env.RECTO_OIDC_NAME,
    organization: env.RECTO_OIDC_ORGANIZATION,
    role: env.RECTO_OIDC_ROLE,
    trustsAddresses: env.RECTO_OIDC_TRUST_MAIL === 'on',
  }
}

/** Returns a problem of settings that are each valid on their own. */
export function findAccessProblem(
  env: AccessEnvironment,
  publicUrl: string | undefined,
): string | undefined {
  if (env.RECTO_MAIL_URL && !publicUrl) {
    return 'RECTO_PUBLIC_URL is required when RECTO_MAIL_URL is set, because links in emails use it.'
  }
  const oidcSettings = [
    env.RECTO_OIDC_ISSUER,
    env.RECTO_OIDC_CLIENT_ID,
    env.RECTO_OIDC_CLIENT_SECRET,
  ]
  const count = oidcSettings.filter(Boolean).length
  if (count > 0 && count < oidcSettings.length) {
    return 'RECTO_OIDC_ISSUER, RECTO_OIDC_CLIENT_ID and RECTO_OIDC_CLIENT_SECRET must be set together, or not at all.'
  }
  return undefined
}
