import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { type Config, isLoopback } from '../../platform/config/config.ts'
import { StartRefused } from '../../platform/start-refused.ts'
import { buildApp } from '../app/build-app.ts'
import type { Readiness } from '../app/readiness.ts'
import { webFolder } from '../app/web-files.ts'
import { greetings } from '../seed/greetings.ts'
import { seed } from '../seed/seed.ts'
import { type AdminPassword, adminPasswordFor } from './admin-password.ts'
import type { BuiltContext } from './build-context.ts'
import type { Running } from './run-process.ts'

/** How long a stop waits for results, so that callers have them, or where to ask, within ten seconds. */
const answerSeconds = 7

/** Listens, seeds a new installation, and then says where it is and how to sign in. */
export async function serveWeb(
  running: Running,
  { ctx, leave }: Pick<BuiltContext, 'ctx' | 'leave'>,
): Promise<void> {
  const { config, print, onStop } = running
  const readiness: Readiness = { isReady: false }
  const isBuilt = existsSync(join(webFolder, 'index.html'))
  const app = await buildApp({ ctx, readiness, ...(isBuilt && { webFolder }) })
  onStop(async () => {
    await app.stopPolitely({ seconds: answerSeconds, hurry: leave })
    await app.close()
  })
  const address = await listen(app, config)

  const password = adminPasswordFor(config, process.stdout.isTTY)
  const isNew = await seed(ctx, password.prepare)
  readiness.isReady = true

  print('')
  print(`Recto is ready: ${config.publicUrl ?? address}`)
  for (const line of signInLines(config, isNew ? password : undefined)) print(line)
  if (!isLoopback(config.host)) {
    print(`Reachable from other machines, because HOST is ${config.host}.`)
  }
  if (!isBuilt) print('The web pages are not built; only the API is served.')
  const situation = { address, isFirstStart: isNew }
  for (const greet of greetings) for (const line of await greet(ctx, situation)) print(line)
}

function signInLines({ admin }: Config, password: AdminPassword | undefined): string[] {
  if (!password) return [`Sign in as ${admin.username}.`]
  return [`Sign in as ${admin.username}. ${password.hint()}`]
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<string> {
  try {
    await app.listen({ host, port })
  } catch (cause) {
    throw explainListening(cause as NodeJS.ErrnoException, host, port)
  }
  const place = app.server.address()
  const bound = typeof place === 'object' && place ? place.port : port
  const shown = ['0.0.0.0', '::'].includes(host) ? 'localhost' : host
  return `http://${shown.includes(':') ? `[${shown}]` : shown}:${bound}`
}

function explainListening(cause: NodeJS.ErrnoException, host: string, port: number): StartRefused {
  const reasons: Record<string, string> = {
    EADDRINUSE: `Port ${port} on ${host} is taken by another program. Stop it, or set PORT to another one.`,
    EACCES: `Port ${port} may not be used by this user. Set PORT to one above 1023.`,
    EADDRNOTAVAIL: `${host} is no address of this machine. Set HOST to one that is.`,
    ENOTFOUND: `${host} is no address of this machine. Set HOST to one that is.`,
  }
  const reason =
    reasons[cause.code ?? ''] ?? `Recto cannot listen on ${host}:${port}: ${cause.message}`
  return new StartRefused(reason, { cause })
}
