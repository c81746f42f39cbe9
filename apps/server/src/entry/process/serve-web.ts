import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { omitUndefined } from '@recto/omit-undefined'
import type { FastifyInstance } from 'fastify'
import { serveMail } from '../../features/connectors/mail-addresses/serve-mail.ts'
import { StartupError } from '../../platform/app-error.ts'
import { type Config, isLoopback } from '../../platform/config/config.ts'
import type { Context } from '../../platform/context.ts'
import { withinSeconds } from '../../platform/within-seconds.ts'
import { buildApp } from '../app/build-app.ts'
import type { Readiness } from '../app/readiness.ts'
import { webFolder } from '../app/web-files.ts'
import { type GreetingSituation, greetWithSample } from '../sample/greet-with-sample.ts'
import { seed } from '../seed/seed.ts'
import { type AdminPassword, chooseAdminPassword } from './admin-password.ts'
import type { BuiltContext } from './build-context.ts'
import { retryOnLostConnection } from './retry-on-lost-connection.ts'
import type { RunningProcess } from './run-process.ts'

/** Returns lines that are printed at every start, such as how to call the sample deployment. */
type Greeting = (ctx: Context, situation: GreetingSituation) => Promise<readonly string[]>

const greetings: readonly Greeting[] = [greetWithSample]

/**
 * Seconds that a stop waits for results, so that within ten seconds callers have them, or know
 * where to poll.
 */
const answerSeconds = 7

/** Listens, seeds a new installation, and then prints its URL and how to sign in. */
export async function serveWeb(
  runningProcess: RunningProcess,
  { ctx, abortWaits }: Pick<BuiltContext, 'ctx' | 'abortWaits'>,
): Promise<void> {
  const { config, print, onStop } = runningProcess
  const readiness: Readiness = { isReady: false }
  const isBuilt = existsSync(join(webFolder, 'index.html'))
  const app = await buildApp(
    omitUndefined({ ctx, readiness, webFolder: isBuilt ? webFolder : undefined }),
  )
  onStop(async () => {
    await app.stopGracefully({ seconds: answerSeconds, abortWaits })
    await app.close()
  })
  const address = await withinSeconds(
    { seconds: 60, advice: `${config.host} cannot be resolved to an address. Set HOST to one.` },
    () => listen(app, config),
  )

  const password = chooseAdminPassword(config, process.stdout.isTTY)
  const isNew = await seed(ctx, password.prepare, (part) => prepare(ctx, part))
  readiness.isReady = true
  await receiveMails(runningProcess, ctx)

  print('')
  print(`Recto is ready: ${config.publicUrl ?? address}`)
  for (const line of getSignInLines(config, isNew ? password : undefined)) print(line)
  if (!isLoopback(config.host)) {
    print(`Reachable from other machines, because HOST is ${config.host}.`)
  }
  if (!isBuilt) print('The web pages have not been built. Only the API is available.')
  const situation = { address, isFirstStart: isNew }
  for (const greet of greetings) for (const line of await greet(ctx, situation)) print(line)
}

/** Receives mail, if the settings say so. */
async function receiveMails({ config, onStop }: RunningProcess, ctx: Context): Promise<void> {
  if (!config.mailReception) return
  const mailServer = await serveMail(ctx, config.mailReception)
  onStop(() => mailServer.stop())
}

const prepare = <T>({ log }: Context, part: () => Promise<T>): Promise<T> =>
  withinSeconds(
    {
      seconds: 300,
      advice:
        'The first account or the samples could not be prepared, because another process is doing so, or because the database is very slow. Start this process again.',
    },
    () => retryOnLostConnection(log, part),
  )

function getSignInLines({ admin }: Config, password: AdminPassword | undefined): string[] {
  if (!password) return [`Sign in as ${admin.username}.`]
  return [`Sign in as ${admin.username}. ${password.hint()}`]
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<string> {
  try {
    await app.listen({ host, port })
  } catch (cause) {
    throw explainListening(cause as NodeJS.ErrnoException, host, port)
  }
  const boundAddress = app.server.address()
  const boundPort = typeof boundAddress === 'object' && boundAddress ? boundAddress.port : port
  const displayHost = ['0.0.0.0', '::'].includes(host) ? 'localhost' : host
  return `http://${displayHost.includes(':') ? `[${displayHost}]` : displayHost}:${boundPort}`
}

function explainListening(cause: NodeJS.ErrnoException, host: string, port: number): StartupError {
  const reasons: Record<string, string> = {
    EADDRINUSE: `Port ${port} on ${host} is in use by another program. Stop that program, or set PORT to a different port.`,
    EACCES: `This user is not allowed to use port ${port}. Set PORT to a number above 1023.`,
    EADDRNOTAVAIL: `${host} is not an address of this machine. Set HOST to one that is.`,
    ENOTFOUND: `${host} is not an address of this machine. Set HOST to one that is.`,
  }
  const reason =
    reasons[cause.code ?? ''] ?? `Recto cannot listen on ${host}:${port}: ${cause.message}`
  return new StartupError(reason, { cause, isTemporary: cause.code === 'EADDRINUSE' })
}
