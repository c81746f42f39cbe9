import { isIP } from 'node:net'
import { isAbsolute, resolve } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { isLoopbackAddress } from '../loopback.ts'
import {
  type AccessConfig,
  accessEnvironment,
  findAccessProblem,
  readAccessConfig,
} from './access-settings.ts'
import { type ApiLimits, apiLimitEnvironment, readApiLimits } from './api-limit-settings.ts'
import {
  type BillingConfig,
  billingEnvironment,
  findBillingProblem,
  readBillingConfig,
} from './billing-settings.ts'
import {
  type ConnectorsConfig,
  connectorEnvironment,
  readConnectorsConfig,
} from './connector-settings.ts'
import {
  type FileStoreConfig,
  fileStoreEnvironment,
  findFileStoreProblem,
  readFileStoreConfig,
} from './file-store-settings.ts'
import {
  findMailReceptionProblem,
  type MailReceptionConfig,
  mailReceptionEnvironment,
  readMailReception,
} from './mail-reception-settings.ts'
import {
  type OptionalPartsConfig,
  optionalPartEnvironment,
  readOptionalParts,
} from './optional-part-settings.ts'
import { reservedNames } from './reserved-names.ts'
import {
  findSimpleStudioProblem,
  readSimpleStudioConfig,
  type SimpleStudioConfig,
  simpleStudioEnvironment,
} from './simple-studio-settings.ts'
import { readTracingConfig, type TracingConfig, tracingEnvironment } from './tracing-settings.ts'
import { urlWithProtocol, wholeNumberSetting } from './values.ts'

/** All settings, parsed and checked once at startup. */
export type Config = OptionalPartsConfig & {
  readonly port: number
  readonly host: string
  readonly dataDir: string
  /** URL of an external database; if absent, the embedded one is started. */
  readonly databaseUrl: string | undefined
  readonly fileStore: FileStoreConfig
  readonly encryptionKey: string | undefined
  /** The product's segment in paths and role names. */
  readonly productId: string
  readonly admin: {
    readonly username: string
    readonly password: string | undefined
    readonly email: string
  }
  /** Slug and name of the seeded organization. */
  readonly organization: string
  readonly publicUrl: string | undefined
  /**
   * What may connect to private addresses: the services of providers only, also URLs supplied by
   * callers (such as webhooks), or nothing.
   */
  readonly privateAddresses: 'providers' | 'on' | 'off'
  /** Addresses of proxies whose forwarded client addresses are trusted. */
  readonly trustedProxies: readonly string[]
  /**
   * Port on which a process without pages serves `/health`, `/ready` and `/metrics`; none if
   * absent.
   */
  readonly probePort: number | undefined
  /**
   * Whether workers also run schedules and send queued messages; off if separate scheduler
   * processes do.
   */
  readonly workersSchedule: boolean
  /** Token for access to the metrics from other machines. */
  readonly metricsToken: string | undefined
  /** Session timeouts: idle time since the last request, and total lifetime. */
  readonly sessionIdleMinutes: number
  readonly sessionHours: number
  /**
   * Retention of entries in the logs panel of a session; they are deleted with the session at the
   * latest.
   */
  readonly panelLogHours: number
  /** Folder with models for the large OCR engine, replacing those that ship with the product. */
  readonly ocrModels: string | undefined
  /** Whether attachments of mails and scanned pages in office documents are read with them. */
  readonly readsAttachments: boolean
  /**
   * PEM file of trusted certificates: document signatures that chain to one of them have a known
   * issuer.
   */
  readonly trustedCertificates: string | undefined
  /** Retention of documents and their text in the text service. */
  readonly textRetentionDays: number
  /** Daily number of pages that the text service reads for an organization; unlimited if absent. */
  readonly textFreePagesPerDay: number | undefined
  /** Site that the pages of the text service name to users of version 1. */
  readonly textEarlierSiteUrl: string | undefined
  /** Hours in which the caller of a deployment can fetch a result that it did not wait for. */
  readonly resultHours: number
  /** Retention of finished executions and their documents; 0 means forever. */
  readonly executionRetentionDays: number
  /** Retention of model requests and replies; 0 means forever. */
  readonly modelCallRetentionDays: number
  /**
   * Limits of files in progress per workflow and per organization over all workers; if absent, a
   * default per worker.
   */
  readonly jobsPerWorkflow: number | undefined
  readonly jobsPerOrganization: number | undefined
  /** Maximum number of files in progress per worker. */
  readonly jobsPerWorker: number
  /** Maximum number of concurrent calls per adapter over all processes. */
  readonly callsPerAdapter: number
  /**
   * Seconds for which the failing calls of a file are repeated: if somebody waits for its result, and
   * if nobody does.
   */
  readonly modelRetrySeconds: { readonly awaited: number; readonly batch: number }
  /**
   * How long calls of a batch interface are collected before they are sent, and how long it takes at first until a
   * service is asked again for their replies.
   */
  readonly batchSeconds: { readonly gather: number; readonly poll: number }
  readonly apiLimits: ApiLimits
  /**
   * How long a review item stays assigned to the person who fetched it, after their last activity.
   */
  readonly reviewHoldHours: number
  /** How long the page lets a finished review and an approval be undone, and delivers nothing. */
  readonly reviewUndoSeconds: number
  readonly access: AccessConfig
  readonly simpleStudio: SimpleStudioConfig
  /**
   * Settings that hold instead for callers who are not on this machine; absent if the defaults are
   * the same for everybody. A server that listens for this machine only can be behind a proxy.
   */
  readonly remoteCallers: Pick<Config, 'access' | 'simpleStudio'> | undefined
  /** If absent, there are no paid plans. */
  readonly billing: BillingConfig | undefined
  readonly connectors: ConnectorsConfig
  /** If absent, no mail is received. */
  readonly mailReception: MailReceptionConfig | undefined
  /** The target of traces; tracing is off if absent. */
  readonly tracing: TracingConfig | undefined
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent'
}

/** An invalid environment variable; the message names each one and says why. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

const slug = /^[a-z0-9][a-z0-9_-]*$/

const Environment = z.object({
  ...accessEnvironment,
  ...apiLimitEnvironment,
  ...billingEnvironment,
  ...connectorEnvironment,
  ...fileStoreEnvironment,
  ...mailReceptionEnvironment,
  ...optionalPartEnvironment,
  ...tracingEnvironment,
  ...simpleStudioEnvironment,
  PORT: wholeNumberSetting('must be a port number from 0 to 65535', 0, 65_535).default(8000),
  HOST: z.string().regex(/^\S+$/, 'must be a host name or an address').default('127.0.0.1'),
  RECTO_DATA_DIR: z.string().default('data'),
  RECTO_OCR_MODELS: z
    .string()
    .refine(isAbsolute, 'must be the absolute path of a folder')
    .optional(),
  RECTO_READ_ATTACHMENTS: z.enum(['on', 'off'], 'must be on or off').default('on'),
  RECTO_TRUSTED_CERTIFICATES: z
    .string()
    .refine(isAbsolute, 'must be the absolute path of a file')
    .optional(),
  DATABASE_URL: urlWithProtocol(
    ['postgres:', 'postgresql:'],
    'must look like postgresql://user:password@host:5432/database',
  ).optional(),
  ENCRYPTION_KEY: z
    .string()
    .refine(isKey, 'must be 32 bytes, written as 64 hexadecimal digits or as base64')
    .optional(),
  PRODUCT_ID: z
    .string()
    .regex(slug, 'must consist of lowercase letters, digits, - and _, such as recto')
    .default('recto'),
  RECTO_ADMIN_USERNAME: z
    .string()
    .regex(/^\S{3,150}$/, 'must be 3 to 150 characters without spaces')
    .default('admin'),
  RECTO_ADMIN_PASSWORD: z.string().min(8, 'must have at least 8 characters').max(256).optional(),
  RECTO_ADMIN_EMAIL: z
    .string()
    .regex(/^[^\s@]+@[^\s@]+$/, 'must be an email address')
    .optional(),
  RECTO_ORGANIZATION: z
    .string()
    .regex(slug, 'must consist of lowercase letters, digits, - and _, such as acme')
    .max(30, 'must have at most 30 characters')
    .refine((value) => !reservedNames.includes(value), 'is a reserved name')
    .default('recto'),
  RECTO_PUBLIC_URL: urlWithProtocol(
    ['http:', 'https:'],
    'must look like https://recto.example.org',
  ).optional(),
  RECTO_INNER_ADDRESSES: z
    .enum(['providers', 'on', 'off'], 'must be providers, on or off')
    .default('providers'),
  RECTO_TRUST_PROXY: z
    .string()
    .transform((text) => text.split(',').map((one) => one.trim()))
    .refine((all) => all.every(isNetwork), 'must be addresses or networks, such as 10.0.0.0/8')
    .default([]),
  RECTO_SESSION_IDLE_MINUTES: wholeNumberSetting(
    'must be a whole number from 1 to 10080',
    1,
    10_080,
  ).default(30),
  RECTO_SESSION_HOURS: wholeNumberSetting('must be a whole number from 1 to 720', 1, 720).default(
    24,
  ),
  RECTO_PANEL_LOG_HOURS: wholeNumberSetting('must be a whole number from 1 to 720', 1, 720).default(
    24,
  ),
  RECTO_PROBE_PORT: wholeNumberSetting(
    'must be a port number from 0 to 65535',
    0,
    65_535,
  ).optional(),
  RECTO_WORKERS_SCHEDULE: z.enum(['on', 'off'], 'must be on or off').default('on'),
  RECTO_METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  RECTO_TEXT_KEEP_DAYS: wholeNumberSetting(
    'must be a whole number from 1 to 3650',
    1,
    3650,
  ).default(30),
  RECTO_TEXT_FREE_PAGES: wholeNumberSetting(
    'must be a whole number from 0 to 1000000',
    0,
    1_000_000,
  ).default(0),
  RECTO_TEXT_V1_URL: urlWithProtocol(['http:', 'https:'], 'must be an address').optional(),
  RECTO_KEEP_EXECUTIONS_DAYS: wholeNumberSetting(
    'must be a whole number from 0 to 36500',
    0,
    36_500,
  ).default(0),
  RECTO_RESULT_HOURS: wholeNumberSetting('must be a whole number from 1 to 8760', 1, 8760).default(
    3,
  ),
  RECTO_KEEP_MODEL_CALLS_DAYS: wholeNumberSetting(
    'must be a whole number from 0 to 36500',
    0,
    36_500,
  ).default(30),
  RECTO_JOBS_PER_WORKFLOW: wholeNumberSetting(
    'must be a whole number from 1 to 1000',
    1,
    1000,
  ).optional(),
  RECTO_JOBS_PER_ORGANIZATION: wholeNumberSetting(
    'must be a whole number from 1 to 1000',
    1,
    1000,
  ).optional(),
  RECTO_JOBS_PER_WORKER: wholeNumberSetting(
    'must be a whole number from 1 to 1000',
    1,
    1000,
  ).default(128),
  RECTO_CALLS_PER_ADAPTER: wholeNumberSetting(
    'must be a whole number from 1 to 1000',
    1,
    1000,
  ).default(64),
  RECTO_MODEL_RETRY_SECONDS: wholeNumberSetting(
    'must be a whole number from 0 to 86400',
    0,
    86_400,
  ).default(120),
  RECTO_BATCH_MODEL_RETRY_SECONDS: wholeNumberSetting(
    'must be a whole number from 0 to 86400',
    0,
    86_400,
  ).default(600),
  RECTO_BATCH_GATHER_SECONDS: wholeNumberSetting(
    'must be a whole number from 1 to 3600',
    1,
    3600,
  ).default(60),
  RECTO_BATCH_POLL_SECONDS: wholeNumberSetting(
    'must be a whole number from 1 to 3600',
    1,
    3600,
  ).default(60),
  RECTO_REVIEW_UNDO_SECONDS: wholeNumberSetting(
    'must be a whole number from 0 to 3600',
    0,
    3600,
  ).default(60),
  RECTO_REVIEW_HOLD_HOURS: wholeNumberSetting(
    'must be a whole number from 1 to 8760',
    1,
    8760,
  ).default(24),
  RECTO_LOG_LEVEL: z
    .enum(
      ['debug', 'info', 'warn', 'error', 'silent'],
      'must be debug, info, warn, error or silent',
    )
    .default('warn'),
})

export type EnvironmentVariables = { readonly [name: string]: string | undefined }

/** Throws a `ConfigError` that lists every invalid value, so that one start shows all of them. */
export function parseConfig(variables: EnvironmentVariables, folder: string): Config {
  const setVariables = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = Environment.safeParse(setVariables)
  if (!parsed.success) throw new ConfigError(describeIssues(parsed.error))
  const env = parsed.data
  if (env.DATABASE_URL && !env.ENCRYPTION_KEY) {
    throw new ConfigError(
      'ENCRYPTION_KEY is required when DATABASE_URL is set, because every process of the installation needs the same key.',
    )
  }

  const problem = findProblem(env)
  if (problem) throw new ConfigError(problem)

  const dataDir = resolve(folder, env.RECTO_DATA_DIR)
  const username = env.RECTO_ADMIN_USERNAME
  const isLocalOnly = isLoopback(env.HOST) && env.RECTO_PUBLIC_URL === undefined
  const callers = readCallerSettings(env, isLocalOnly)
  const settingsForRemote = readCallerSettings(env, false)
  return {
    port: env.PORT,
    host: env.HOST,
    dataDir,
    databaseUrl: env.DATABASE_URL,
    fileStore: readFileStoreConfig(env, dataDir),
    encryptionKey: env.ENCRYPTION_KEY,
    productId: env.PRODUCT_ID,
    admin: {
      username,
      password: env.RECTO_ADMIN_PASSWORD,
      email: env.RECTO_ADMIN_EMAIL ?? `${username}@localhost`,
    },
    organization: env.RECTO_ORGANIZATION,
    ...readOptionalParts(env),
    publicUrl: env.RECTO_PUBLIC_URL?.replace(/(?<!\/)\/+$/, ''),
    privateAddresses: env.RECTO_INNER_ADDRESSES,
    trustedProxies: env.RECTO_TRUST_PROXY,
    probePort: env.RECTO_PROBE_PORT,
    workersSchedule: env.RECTO_WORKERS_SCHEDULE === 'on',
    metricsToken: env.RECTO_METRICS_TOKEN,
    sessionIdleMinutes: env.RECTO_SESSION_IDLE_MINUTES,
    sessionHours: env.RECTO_SESSION_HOURS,
    panelLogHours: env.RECTO_PANEL_LOG_HOURS,
    ocrModels: env.RECTO_OCR_MODELS,
    readsAttachments: env.RECTO_READ_ATTACHMENTS === 'on',
    trustedCertificates: env.RECTO_TRUSTED_CERTIFICATES,
    textRetentionDays: env.RECTO_TEXT_KEEP_DAYS,
    textFreePagesPerDay: env.RECTO_TEXT_FREE_PAGES || undefined,
    textEarlierSiteUrl: env.RECTO_TEXT_V1_URL,
    resultHours: env.RECTO_RESULT_HOURS,
    executionRetentionDays: env.RECTO_KEEP_EXECUTIONS_DAYS,
    modelCallRetentionDays: env.RECTO_KEEP_MODEL_CALLS_DAYS,
    jobsPerWorkflow: env.RECTO_JOBS_PER_WORKFLOW,
    jobsPerOrganization: env.RECTO_JOBS_PER_ORGANIZATION,
    jobsPerWorker: env.RECTO_JOBS_PER_WORKER,
    callsPerAdapter: env.RECTO_CALLS_PER_ADAPTER,
    modelRetrySeconds: {
      awaited: env.RECTO_MODEL_RETRY_SECONDS,
      batch: env.RECTO_BATCH_MODEL_RETRY_SECONDS,
    },
    batchSeconds: {
      gather: env.RECTO_BATCH_GATHER_SECONDS,
      poll: env.RECTO_BATCH_POLL_SECONDS,
    },
    apiLimits: readApiLimits(env),
    reviewHoldHours: env.RECTO_REVIEW_HOLD_HOURS,
    reviewUndoSeconds: env.RECTO_REVIEW_UNDO_SECONDS,
    ...callers,
    remoteCallers: isDeepStrictEqual(callers, settingsForRemote) ? undefined : settingsForRemote,
    billing: readBillingConfig(env),
    connectors: readConnectorsConfig(env),
    mailReception: readMailReception(env),
    tracing: readTracingConfig(env),
    logLevel: env.RECTO_LOG_LEVEL,
  }
}

/** The settings whose defaults depend on who can reach the server. */
function readCallerSettings(
  env: z.output<typeof Environment>,
  isLocalOnly: boolean,
): Pick<Config, 'access' | 'simpleStudio'> {
  const access = readAccessConfig({ env, isLocalOnly })
  return { access, simpleStudio: readSimpleStudioConfig(env, access.signUp) }
}

/** Returns a problem of settings that are each valid on their own. */
function findProblem(env: z.output<typeof Environment>): string | undefined {
  return (
    findAccessProblem(env, env.RECTO_PUBLIC_URL) ??
    findFileStoreProblem(env) ??
    findMailReceptionProblem(env) ??
    findSimpleStudioProblem(env) ??
    findBillingProblem(env, env.RECTO_PUBLIC_URL)
  )
}

/** Whether a server that listens there can be reached only from this machine. */
export const isLoopback = (host: string): boolean => host === 'localhost' || isLoopbackAddress(host)

/** Returns 32 bytes, or `undefined` if the text is not a key in hexadecimal or base64. */
export function parseKey(text: string): Buffer | undefined {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex')
  const bytes = /^[A-Za-z0-9+/]{43}=?$/.test(text) ? Buffer.from(text, 'base64') : undefined
  return bytes?.length === 32 ? bytes : undefined
}

/** Accepts an IP address or a CIDR network. */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}

function isKey(text: string): boolean {
  return parseKey(text) !== undefined
}

function describeIssues(error: z.ZodError): string {
  return error.issues.map(({ path, message }) => `${path.join('.')} ${message}.`).join('\n')
}
