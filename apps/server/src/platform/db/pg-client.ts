import type { Socket } from 'node:net'
import pg from 'pg'
import type { ConnectionAttempts } from './connection-attempts.ts'
import { openSilenceWatch, respondsOnNewConnection, type SilenceWatch } from './silence-watch.ts'

type ConnectCallback = (error: Error) => void

/** A running server accepts a connection within milliseconds. */
const connectMilliseconds = 10_000
/**
 * After this idle time the system probes the other side every second and gives up after ten
 * seconds.
 */
const keepAliveMilliseconds = 10_000

/** Fields that the library's types omit. */
type ClientInternals = {
  readonly readyForQuery?: boolean
  readonly connection: { readonly stream: Socket }
}

/**
 * Creates a `pg` client class that connects only as the attempts allow, and that never waits
 * forever for a server that is gone: neither to connect, nor for a reply, nor for notifications.
 */
export function createClientClass(
  attempts: ConnectionAttempts,
  createWatch: (config: pg.ClientConfig) => SilenceWatch = createDefaultWatch,
): typeof pg.Client {
  let watch: SilenceWatch | undefined
  return class extends pg.Client {
    readonly #watch: SilenceWatch

    constructor(options?: string | pg.ClientConfig) {
      const config = typeof options === 'string' ? { connectionString: options } : options
      super({
        ...config,
        connectionTimeoutMillis: connectMilliseconds,
        keepAlive: true,
        keepAliveInitialDelayMillis: keepAliveMilliseconds,
      })
      // All clients of one class connect to the same server.
      watch ??= createWatch(config ?? {})
      this.#watch = watch
    }

    override connect(): Promise<pg.Client>
    override connect(callback: ConnectCallback): void
    override connect(callback?: ConnectCallback): Promise<pg.Client> | undefined {
      const clientPromise = attempts.run(async () => {
        const client = await (super.connect() as Promise<unknown> as Promise<pg.Client>)
        const { connection } = this as unknown as ClientInternals
        const unwatch = this.#watch.add({
          isBusy: () => (this as unknown as ClientInternals).readyForQuery === false,
          bytes: () => connection.stream.bytesRead + connection.stream.bytesWritten,
          destroy: (error) => connection.stream.destroy(error),
        })
        this.once('end', unwatch)
        return client
      })
      if (!callback) return clientPromise
      // The callback must run outside of the promise, so that what it throws is not taken for a
      // connection error.
      const call = (error?: unknown) => setImmediate(callback, error as Error)
      clientPromise.then(() => call(), call)
      return undefined
    }
  } as typeof pg.Client
}

const createDefaultWatch = (config: pg.ClientConfig) =>
  openSilenceWatch({
    isServerResponsive: () =>
      respondsOnNewConnection({ connectionString: config.connectionString }),
  })
