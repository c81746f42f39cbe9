import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, watch } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

/** A line of its log: a request that came in, or one that ended. */
export type LoggedEvent = {
  readonly event: 'received' | 'ended'
  /** Told apart from other requests by it. */
  readonly id: number
  readonly at: string
  readonly idempotencyKey?: string
  /** Whether the server goes on by itself and keeps the reply. */
  readonly isKept?: boolean
  readonly outcome?: 'replied' | 'refused' | 'hung-up' | 'abandoned'
}

export type CannedModelProcess = {
  readonly pid: number
  readonly url: string
  /** All that was logged so far. */
  logged(): LoggedEvent[]
  /** Resolves as soon as the log holds enough; rejects with the signal's reason when that comes first. */
  until(isEnough: (log: readonly LoggedEvent[]) => boolean, signal?: AbortSignal): Promise<void>
  /** Resolves when it has taken in and logged whatever was sent to it before, also by the dead. */
  settled(): Promise<void>
  stop(): Promise<void>
}

type CannedModelOptions = {
  readonly latencyMs: number
  /** A module that exports `reply`. */
  readonly replyModule: URL
  readonly logFile?: string
}

const program = fileURLToPath(import.meta.resolve('@recto/testkit/run-canned-model-server'))

/** The canned model server as a process of its own: it outlives the product and shares no thread with anyone. */
export async function startCannedModel(options: CannedModelOptions): Promise<CannedModelProcess> {
  const { latencyMs, replyModule, logFile } = options
  if (logFile) await writeFile(logFile, '')
  const log = logFile ? ['--log', logFile] : []
  const reply = ['--reply-module', fileURLToPath(replyModule)]
  const child = spawn(
    process.execPath,
    [program, '--latency', `${latencyMs}`, '--with-parent', ...reply, ...log],
    {
      // It ends with whoever started it: then nobody holds the other end of its standard input.
      stdio: ['pipe', 'pipe', 'pipe'],
    },
  )
  // Not inherited: the output of a test run ends with the test run.
  child.stderr.pipe(process.stderr, { end: false })
  const exitPromise = once(child, 'exit')
  const [line] = await once(child.stdout.setEncoding('utf8'), 'data')
  const url = String(line).trim()
  const readLog = () => (logFile ? linesOf(logFile) : [])

  return {
    pid: child.pid as number,
    url,
    logged: readLog,
    until: (isEnough, signal) => untilLogged(logFile as string, () => isEnough(readLog()), signal),
    async settled() {
      // It takes requests one after the other: when it answers this one, it has seen all before.
      await (await fetch(`${url}/v1/models`)).arrayBuffer()
    },
    async stop() {
      child.kill('SIGTERM')
      await exitPromise
    },
  }
}

/** The last line may still be in the writing. */
function linesOf(file: string): LoggedEvent[] {
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1)
  return lines.map((line) => JSON.parse(line) as LoggedEvent)
}

async function untilLogged(
  file: string,
  isEnough: () => boolean,
  signal: AbortSignal | undefined,
): Promise<void> {
  signal?.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const look = () => {
    if (isEnough()) resolve()
  }
  const give = () => reject(signal?.reason)
  const watcher = watch(file, look)
  signal?.addEventListener('abort', give, { once: true })
  look()
  await promise.finally(() => {
    watcher.close()
    signal?.removeEventListener('abort', give)
  })
}
