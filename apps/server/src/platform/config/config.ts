import { isIP } from 'node:net'
import { isAbsolute, resolve } from 'node:path'
import { z } from 'zod'
import {
  type AccessConfig,
  accessConfigOf,
  accessEnvironment,
  findAccessProblem,
} from './access-settings.ts'
import { type ApiLimits, apiLimitEnvironment, apiLimitsOf } from './api-limit-settings.ts'
import {
  type BillingConfig,
  billingConfigOf,
  billingEnvironment,
  findBillingProblem,
} from './billing-settings.ts'
import {
  type ConnectorsConfig,
  connectorEnvironment,
  connectorsConfigOf,
} from './connector-settings.ts'
import {
  type FileStorePlace,
  fileStoreEnvironment,
  fileStorePlaceOf,
  findFileStoreProblem,
} from './file-store-settings.ts'
import { type PartsConfig, partEnvironment, partsConfigOf } from './part-settings.ts'
import { reservedNames } from './reserved-names.ts'
import {
  findSimpleStudioProblem,
  type SimpleStudioConfig,
  simpleStudioConfigOf,
  simpleStudioEnvironment,
} from './simple-studio-settings.ts'
import { type TracingConfig, tracingConfigOf, tracingEnvironment } from './tracing-settings.ts'
import { urlOf, whole } from './values.ts'

/** Everything that can be set from outside, parsed and checked once at the start. */
export type Config = PartsConfig & {
  readonly port: number
  readonly host: string
  readonly dataDir: string
  /** Set: an external server, and no embedded one is started. */
  readonly databaseUrl: string | undefined
  readonly fileStore: FileStorePlace
  readonly encryptionKey: string | undefined
  /** The product's segment in paths and role names. */
  readonly productId: string
  readonly admin: {
    readonly username: string
    readonly password: string | undefined
    readonly email: string
  }
  /** Id and name of the one organization that is seeded. */
  readonly organization: string
  readonly publicUrl: string | undefined
  /**
   * What may be on this machine or in its network: the services of providers, also what a caller names
   * (such as a webhook), or nothing.
   */
  readonly innerAddresses: 'providers' | 'on' | 'off'
  /** Addresses of proxies whose word on where a request comes from is taken; none when empty. */
  readonly trustedProxies: readonly string[]
  /** Where a process without pages answers `/health`, `/ready` and `/metrics`; absent, nowhere. */
  readonly probePort: number | undefined
  /** Whether workers also start what is due and send what waits; off where schedulers run apart. */
  readonly workersSchedule: boolean
  /** Opens the metrics to others than this machine. */
  readonly metricsToken: string | undefined
  /** How long a session lives after its last request, and at most. */
  readonly sessionIdleMinutes: number
  readonly sessionHours: number
  /** How long the logs panel of a session keeps an entry; with the session it goes anyway. */
  readonly panelLogHours: number
  /** A folder with models for the large OCR engine in place of those that come with the product. */
  readonly ocrModels: string | undefined
  /** A file with certificates in PEM: signatures of documents that lead to one of them have a known issuer. */
  readonly trustedCertificates: string | undefined
  /** How long the text service keeps a document and what it read of it. */
  readonly textKeepDays: number
  /** Pages that the text service reads for an organization in a day; absent, as many as it is sent. */
  readonly textFreePagesPerDay: number | undefined
  /** How long a finished execution is kept, with its documents; 0 is for ever. */
  readonly keepExecutionsDays: number
  /** How long it is kept what models were asked and replied; 0 is for ever. */
  readonly keepModelCallsDays: number
  /** Files of one workflow and of one organization that all workers have in hand together; some in each unless stated. */
  readonly jobsPerWorkflow: number | undefined
  readonly jobsPerOrganization: number | undefined
  /** That one worker has in hand. */
  readonly jobsPerWorker: number
  /** Calls of one adapter that are under way at a time, in all processes together. */
  readonly callsPerAdapter: number
  readonly apiLimits: ApiLimits
  /** How long an item belongs to whoever has fetched it, since they last touched it. */
  readonly reviewHoldHours: number
  readonly access: AccessConfig
  readonly simpleStudio: SimpleStudioConfig
  /** Absent: nothing is sold. */
  readonly billing: BillingConfig | undefined
  readonly connectors: ConnectorsConfig
  /** Where traces are sent; absent, nothing is traced. */
  readonly tracing: TracingConfig | undefined
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent'
}

/** A setting of the environment that cannot be used; the message names each one and says why. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

const segment = /^[a-z0-9][a-z0-9_-]*$/

const Environment = z.object({
  ...accessEnvironment,
  ...apiLimitEnvironment,
  ...billingEnvironment,
  ...connectorEnvironment,
  ...fileStoreEnvironment,
  ...partEnvironment,
  ...tracingEnvironment,
  ...simpleStudioEnvironment,
  PORT: whole('must be a port number from 0 to 65535', 0, 65_535).default(8000),
  HOST: z.string().regex(/^\S+$/, 'must be a host name or an address').default('127.0.0.1'),
  RECTO_DATA_DIR: z.string().default('data'),
  RECTO_OCR_MODELS: z.string().refine(isAbsolute, 'must be an absolute folder').optional(),
  RECTO_TRUSTED_CERTIFICATES: z.string().refine(isAbsolute, 'must be an absolute file').optional(),
  DATABASE_URL: urlOf(
    ['postgres:', 'postgresql:'],
    'must look like postgresql://user:password@host:5432/database',
  ).optional(),
  ENCRYPTION_KEY: z
    .string()
    .refine(isKey, 'must be 32 bytes, written as 64 hexadecimal digits or as base64')
    .optional(),
  PRODUCT_ID: z
    .string()
    .regex(segment, 'must be lower-case letters, digits, - and _, such as recto')
    .default('recto'),
  RECTO_ADMIN_USERNAME: z
    .string()
    .regex(/^\S{3,150}$/, 'must be 3 to 150 characters without spaces')
    .default('admin'),
  RECTO_ADMIN_PASSWORD: z.string().min(8, 'must have at min 8 characters').max(256).optional(),
  RECTO_ADMIN_EMAIL: z
    .string()
    .regex(/^[^\s@]+@[^\s@]+$/, 'must be an e-mail address')
    .optional(),
  RECTO_ORGANIZATION: z
    .string()
    .regex(segment, 'must be lower-case letters, digits, - and _, such as acme')
    .max(30, 'must have at most 30 characters')
    .refine((value) => !reservedNames.includes(value), 'is a reserved name')
    .default('recto'),
  RECTO_PUBLIC_URL: urlOf(
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
  RECTO_SESSION_IDLE_MINUTES: whole('must be a whole number from 1 to 10080', 1, 10_080).default(
    30,
  ),
  RECTO_SESSION_HOURS: whole('must be a whole number from 1 to 720', 1, 720).default(24),
  RECTO_PANEL_LOG_HOURS: whole('must be a whole number from 1 to 720', 1, 720).default(24),
  RECTO_PROBE_PORT: whole('must be a port number from 0 to 65535', 0, 65_535).optional(),
  RECTO_WORKERS_SCHEDULE: z.enum(['on', 'off'], 'must be on or off').default('on'),
  RECTO_METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  RECTO_TEXT_KEEP_DAYS: whole('must be a whole number from 1 to 3650', 1, 3650).default(30),
  RECTO_TEXT_FREE_PAGES: whole('must be a whole number from 0 to 1000000', 0, 1_000_000).default(0),
  RECTO_KEEP_EXECUTIONS_DAYS: whole('must be a whole number from 0 to 36500', 0, 36_500).default(0),
  RECTO_KEEP_MODEL_CALLS_DAYS: whole('must be a whole number from 0 to 36500', 0, 36_500).default(
    30,
  ),
  RECTO_JOBS_PER_WORKFLOW: whole('must be a whole number from 1 to 1000', 1, 1000).optional(),
  RECTO_JOBS_PER_ORGANIZATION: whole('must be a whole number from 1 to 1000', 1, 1000).optional(),
  RECTO_JOBS_PER_WORKER: whole('must be a whole number from 1 to 1000', 1, 1000).default(128),
  RECTO_CALLS_PER_ADAPTER: whole('must be a whole number from 1 to 1000', 1, 1000).default(64),
  RECTO_REVIEW_HOLD_HOURS: whole('must be a whole number from 1 to 8760', 1, 8760).default(24),
  RECTO_LOG_LEVEL: z
    .enum(
      ['debug', 'info', 'warn', 'error', 'silent'],
      'must be debug, info, warn, error or silent',
    )
    .default('warn'),
})

export type EnvironmentVariables = { readonly [name: string]: string | undefined }

/** Throws `ConfigError` that lists every bad value, so that one start shows all of them. */
export function parseConfig(variables: EnvironmentVariables, folder: string): Config {
  const given = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = Environment.safeParse(given)
  if (!parsed.success) throw new ConfigError(explain(parsed.error))
  const env = parsed.data
  if (env.DATABASE_URL && !env.ENCRYPTION_KEY) {
    throw new ConfigError(
      'ENCRYPTION_KEY is required when DATABASE_URL is set: every process of the installation needs the same key.',
    )
  }

  const problem = findProblem(env)
  if (problem) throw new ConfigError(problem)

  const dataDir = resolve(folder, env.RECTO_DATA_DIR)
  const username = env.RECTO_ADMIN_USERNAME
  const isOnlyHere = isLoopback(env.HOST) && env.RECTO_PUBLIC_URL === undefined
  const access = accessConfigOf({ env, isOnlyHere })
  return {
    port: env.PORT,
    host: env.HOST,
    dataDir,
    databaseUrl: env.DATABASE_URL,
    fileStore: fileStorePlaceOf(env, dataDir),
    encryptionKey: env.ENCRYPTION_KEY,
    productId: env.PRODUCT_ID,
    admin: {
      username,
      password: env.RECTO_ADMIN_PASSWORD,
      email: env.RECTO_ADMIN_EMAIL ?? `${username}@localhost`,
    },
    organization: env.RECTO_ORGANIZATION,
    ...partsConfigOf(env),
    publicUrl: env.RECTO_PUBLIC_URL?.replace(/(?<!\/)\/+$/, ''),
    innerAddresses: env.RECTO_INNER_ADDRESSES,
    trustedProxies: env.RECTO_TRUST_PROXY,
    probePort: env.RECTO_PROBE_PORT,
    workersSchedule: env.RECTO_WORKERS_SCHEDULE === 'on',
    metricsToken: env.RECTO_METRICS_TOKEN,
    sessionIdleMinutes: env.RECTO_SESSION_IDLE_MINUTES,
    sessionHours: env.RECTO_SESSION_HOURS,
    panelLogHours: env.RECTO_PANEL_LOG_HOURS,
    ocrModels: env.RECTO_OCR_MODELS,
    trustedCertificates: env.RECTO_TRUSTED_CERTIFICATES,
    textKeepDays: env.RECTO_TEXT_KEEP_DAYS,
    textFreePagesPerDay: env.RECTO_TEXT_FREE_PAGES || undefined,
    keepExecutionsDays: env.RECTO_KEEP_EXECUTIONS_DAYS,
    keepModelCallsDays: env.RECTO_KEEP_MODEL_CALLS_DAYS,
    jobsPerWorkflow: env.RECTO_JOBS_PER_WORKFLOW,
    jobsPerOrganization: env.RECTO_JOBS_PER_ORGANIZATION,
    jobsPerWorker: env.RECTO_JOBS_PER_WORKER,
    callsPerAdapter: env.RECTO_CALLS_PER_ADAPTER,
    apiLimits: apiLimitsOf(env),
    reviewHoldHours: env.RECTO_REVIEW_HOLD_HOURS,
    access,
    billing: billingConfigOf(env),
    simpleStudio: simpleStudioConfigOf(env, access.signUp),
    connectors: connectorsConfigOf(env),
    tracing: tracingConfigOf(env),
    logLevel: env.RECTO_LOG_LEVEL,
  }
}

/** What is wrong with settings that are each fine by themselves. */
function findProblem(env: z.output<typeof Environment>): string | undefined {
  return (
    findAccessProblem(env, env.RECTO_PUBLIC_URL) ??
    findFileStoreProblem(env) ??
    findSimpleStudioProblem(env) ??
    findBillingProblem(env, env.RECTO_PUBLIC_URL)
  )
}

/** Whether nobody but this machine reaches a server that listens there. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || host.startsWith('127.')

/** 32 bytes, or `undefined` when the text is neither form of such a key. */
export function keyBytes(text: string): Buffer | undefined {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex')
  const bytes = /^[A-Za-z0-9+/]{43}=?$/.test(text) ? Buffer.from(text, 'base64') : undefined
  return bytes?.length === 32 ? bytes : undefined
}

/** An address, or a network with the number of its leading bits. */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}

function isKey(text: string): boolean {
  return keyBytes(text) !== undefined
}

function explain(error: z.ZodError): string {
  return error.issues.map(({ path, message }) => `${path.join('.')} ${message}.`).join('\n')
}
