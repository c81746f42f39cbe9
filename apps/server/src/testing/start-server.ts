import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Role } from '@recto/contract/policy/policy'
import type { Endpoint } from '@recto/contract/wire/endpoint'
import { omitUndefined } from '@recto/omit-undefined'
import { buildApp } from '../entry/app/build-app.ts'
import {
  buildContext,
  type DocumentWorkers,
  openDocumentWorkers,
} from '../entry/process/build-context.ts'
import { seed } from '../entry/seed/seed.ts'
import { serveMail } from '../features/connectors/mail-addresses/serve-mail.ts'
import { type Config, type EnvironmentVariables, parseConfig } from '../platform/config/config.ts'
import type { Context } from '../platform/context.ts'
import { openLog } from '../platform/log/log.ts'
import type { BoundJob } from '../platform/work/jobs.ts'
import { startWorker } from '../platform/work/start-worker.ts'
import { cloneDatabase } from './clone-database.ts'
import { type EnrolOptions, enrol } from './enrol.ts'
import { type Cookies, type Person, personOf, type TestReply, usualNames } from './people.ts'

export type ServerOptions = {
  /** Settings as the environment would give them. */
  readonly env?: EnvironmentVariables
  /** Whether jobs are run in this process. */
  readonly worker?: boolean
  /** Handlers besides those of the feature modules. */
  readonly jobs?: readonly BoundJob<Context>[]
  /** Parts of the context that the test provides, such as the outside world's `fetch`. */
  readonly replace?: Partial<Context>
  readonly webFolder?: string
  /** Another process of the same installation, which outlives this one. */
  readonly beside?: TestServer
}

type PersonName = {
  /** The seeded organization unless stated; another is made when it is first named. */
  readonly organization?: string
  /** Several people of one role are told apart by name. */
  readonly name?: string
}

type SignedIn = {
  /** Reply to the sign-in form. */
  readonly answer: TestReply
  /** Signed in if the form let them. */
  readonly person: Person
}

export type TestServer = {
  readonly ctx: Context
  readonly databaseUrl: string
  /** All that it serves. */
  readonly endpoints: readonly Endpoint[]
  /** The port at which it receives mail, if the settings say so. */
  readonly mailPort: number | undefined
  /** `http://127.0.0.1:port` */
  readonly origin: string
  /** Base of the seeded organization's paths, ending in a slash. */
  readonly base: string
  /** Nobody: has no cookies. */
  readonly anonymous: Person
  /** Somebody who has signed in and set the organization; the same person for the same words. */
  as(role: Role, options?: PersonName): Person
  /** Signs in by the form, as a browser would, and sets the seeded organization. */
  signIn(username: string, password: string): Promise<SignedIn>
  close(): Promise<void>
}

/** The password of the seeded admin, whose user name is `admin`. */
export const adminPassword = 'correct horse battery'

const variables: EnvironmentVariables = {
  PORT: '0',
  RECTO_SAMPLE: 'off',
  RECTO_LOG_LEVEL: 'error',
  ENCRYPTION_KEY: '07'.repeat(32),
  // Where the default depends on the caller, the server asks the system whose each connection is.
  RECTO_SIGN_UP: 'open',
}

/** A real server on a database and a data folder of its own. One is enough for a test file. */
export async function startServer(options: ServerOptions = {}): Promise<TestServer> {
  // A start that fails closes what it has opened: the next test of this process starts a worker of its own.
  await using opening = new AsyncDisposableStack()
  const { dataDir, databaseUrl } = await installationOf(options, opening)

  const config = parseConfig({ ...variables, RECTO_DATA_DIR: dataDir, ...options.env }, dataDir)
  const log = openLog(config)
  const builtContext = await buildContext({
    config,
    databaseUrl,
    isOnlyProcess: !options.beside,
    log,
    print: log.info.bind(log),
    openWorkers: shareDocumentWorkers,
  })
  opening.defer(builtContext.close)
  const ctx: Context = { ...builtContext.ctx, ...options.replace }
  if (options.worker) {
    // A test that runs no job loads no handler.
    const { jobs, openScheduleTables, periodicJobs, queues } = await import(
      '../entry/process/jobs.ts'
    )
    const { startArrivals } = await import('../features/pipelines/arrivals/arrivals.worker.ts')
    const worker = await startWorker({
      pool: builtContext.pool,
      databaseUrl,
      jobs: [...jobs, ...(options.jobs ?? [])],
      periodicJobs,
      scheduleTables: openScheduleTables(ctx),
      needs: ctx,
      events: ctx.events,
      queues: { all: queues, slots: builtContext.slots },
      log,
      isOnlyWorker: true,
    })
    opening.defer(() => worker.stop({ withinSeconds: 3 }))
    opening.defer(startArrivals(ctx))
  }
  await seed(ctx, async () => adminPassword)

  const { webFolder } = options
  const app = await buildApp({
    ctx,
    readiness: { isReady: true },
    ...omitUndefined({ webFolder: webFolder || undefined }),
  })
  opening.defer(() => app.close())
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  const mailServer = config.mailReception && (await serveMail(ctx, config.mailReception))
  opening.defer(async () => mailServer?.stop())
  const resources = opening.move()
  return {
    ctx,
    databaseUrl,
    endpoints: app.registeredEndpoints,
    mailPort: mailServer?.port,
    origin,
    ...peopleOf(ctx, origin),
    close: () => resources.disposeAsync(),
  }
}

const sharedWorkers = new Map<string, DocumentWorkers>()

/**
 * Returns the child processes of an earlier server with the same settings. Starting them again for every server would
 * take a tenth of the time of all tests. They end with the process of the tests.
 */
async function shareDocumentWorkers(config: Config): Promise<DocumentWorkers> {
  const { ocrModels, readsAttachments, trustedCertificates } = config
  const key = JSON.stringify([ocrModels, readsAttachments, trustedCertificates])
  const workers = sharedWorkers.get(key) ?? (await openDocumentWorkers(config))
  sharedWorkers.set(key, workers)
  return { ...workers, close: async () => undefined }
}

type Installation = { readonly dataDir: string; readonly databaseUrl: string }

/** A new one, which goes with the server, or that of the other process. */
async function installationOf(
  { beside: otherServer }: ServerOptions,
  resources: AsyncDisposableStack,
): Promise<Installation> {
  if (otherServer)
    return { dataDir: otherServer.ctx.config.dataDir, databaseUrl: otherServer.databaseUrl }
  const dataDir = await mkdtemp(join(tmpdir(), 'recto-data-'))
  resources.defer(() => rm(dataDir, { recursive: true, force: true }))
  const database = await cloneDatabase()
  resources.defer(database.drop)
  return { dataDir, databaseUrl: database.url }
}

function peopleOf(ctx: Context, origin: string) {
  const { productId, organization: home } = ctx.config
  const baseOf = (organization: string) => `/api/v1/${productId}/${organization}/`
  const people = new Map<string, Person>()
  const noCookies = async () => ({})
  let lastEnrolment: Promise<unknown> = Promise.resolve()
  // One after the other: the first of an organization founds it.
  const enrolNext = (options: EnrolOptions): Promise<Cookies> => {
    const next = lastEnrolment.then(() => enrol(ctx, options))
    lastEnrolment = next.catch(() => undefined)
    return next
  }

  return {
    base: baseOf(home),
    anonymous: personOf({ origin, base: baseOf(home), username: 'nobody', cookies: noCookies }),

    as(role: Role, { organization = home, name = usualNames[role] }: PersonName = {}): Person {
      const key = `${role} ${name} ${organization}`
      const username = organization === home ? name : `${name}.${organization}`
      let cookies: Promise<Cookies> | undefined
      const person =
        people.get(key) ??
        personOf({
          origin,
          base: baseOf(organization),
          username,
          cookies: () => (cookies ??= enrolNext({ username, role, organization })),
        })
      people.set(key, person)
      return person
    },

    async signIn(username: string, password: string) {
      const jar: Cookies = {}
      const base = baseOf(home)
      const person = personOf({ origin, base, username, cookies: async () => jar })
      const form = new URLSearchParams({ username, password })
      const answer = await person.post('/api/v1/login', form)
      for (const cookie of answer.headers.getSetCookie()) {
        const [, name, value] = /^(sessionid|csrftoken)=([^;]*)/.exec(cookie) ?? []
        if (name) Object.assign(jar, { [name]: value })
      }
      if (jar.sessionid) await person.post(`/api/v1/organization/${home}/set`)
      return { answer, person }
    },
  }
}
