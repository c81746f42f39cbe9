import type { Socket } from 'node:net'
import pg from 'pg'
import type { ConnectionAttempts } from './attempts.ts'
import { answersAnew, openSilenceWatch, type SilenceWatch } from './watch-silence.ts'

type Connected = (error: Error) => void

/** A server that is there takes a connection in milliseconds. */
const connectMilliseconds = 10_000
/** From then on the system asks every second whether the other side is there, and gives up after ten. */
const keepAliveMilliseconds = 10_000

/** What the library's types leave out. */
type Inside = {
  readonly readyForQuery?: boolean
  readonly connection: { readonly stream: Socket }
}

/**
 * The client of `pg`, whose connections are only tried as the attempts allow, and which does not wait for ever for a server
 * that is gone: neither to be let in, nor for a reply, nor for news.
 */
export function clientThrough(
  attempts: ConnectionAttempts,
  watchOf: (config: pg.ClientConfig) => SilenceWatch = usualWatch,
): typeof pg.Client {
  let watch: SilenceWatch | undefined
  return class extends pg.Client {
    readonly #watch: SilenceWatch

    constructor(given?: string | pg.ClientConfig) {
      const config = typeof given === 'string' ? { connectionString: given } : given
      super({
        ...config,
        connectionTimeoutMillis: connectMilliseconds,
        keepAlive: true,
        keepAliveInitialDelayMillis: keepAliveMilliseconds,
      })
      // All clients of one kind are of one server.
      watch ??= watchOf(config ?? {})
      this.#watch = watch
    }

    override connect(): Promise<pg.Client>
    override connect(callback: Connected): void
    override connect(callback?: Connected): Promise<pg.Client> | undefined {
      const connecting = attempts.run(async () => {
        const connected = await (super.connect() as Promise<unknown> as Promise<pg.Client>)
        const { connection } = this as unknown as Inside
        const unwatch = this.#watch.add({
          isBusy: () => (this as unknown as Inside).readyForQuery === false,
          bytes: () => connection.stream.bytesRead + connection.stream.bytesWritten,
          cut: (error) => connection.stream.destroy(error),
        })
        this.once('end', unwatch)
        return connected
      })
      if (!callback) return connecting
      // A pool waits for the callback, which must run outside of the promise: what it throws is its own.
      const call = (error?: unknown) => setImmediate(callback, error as Error)
      connecting.then(() => call(), call)
      return undefined
    }
  } as typeof pg.Client
}

const usualWatch = (config: pg.ClientConfig) =>
  openSilenceWatch({ answers: () => answersAnew({ connectionString: config.connectionString }) })
