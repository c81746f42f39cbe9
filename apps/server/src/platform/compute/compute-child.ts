import { type ChildProcess, fork, type Serializable } from 'node:child_process'
import { once } from 'node:events'
import { Socket } from 'node:net'
import { deserialize } from 'node:v8'
import type { ComputeSettings } from './compute.ts'
import type { FromProcess, ToProcess } from './messages.ts'
import { cutBytes, openPieces, sendInTurn } from './pieces.ts'

export type ProcessListener = {
  readonly ready: () => void
  readonly ask: (question: unknown) => void
  readonly done: (result: unknown) => void
  readonly tooLarge: (bytes: number) => void
  readonly refuse: (message: string) => void
  /** Once, whatever was its end; the cause has what the process wrote at last. */
  readonly crash: (cause: Error) => void
}

type JobToSend = Omit<
  Extract<ToProcess, { readonly kind: 'job' }>,
  'kind' | 'document' | 'input'
> & {
  readonly document: Uint8Array | undefined
  /** Serialised. */
  readonly input: Uint8Array
}

export type ComputeChild = {
  readonly pid: number | undefined
  sendJob(job: JobToSend): Promise<void>
  reply(value: unknown): Promise<void>
  /** Whether the process keeps the server from ending. */
  keepServer(isKept: boolean): void
  kill(): void
  hasEnded(): Promise<void>
}

/** Short-lived values of a long document make the engine set aside ever more room without it. */
const youngMegabytes = 8
const keptOfErrors = 8000

/** Starts the process and listens to it. */
export function startComputeChild(settings: ComputeSettings, heard: ProcessListener): ComputeChild {
  const child = forkProgram(settings)
  listen(child, heard)
  const send = (...messages: readonly ToProcess[]) =>
    sendInTurn((message: Serializable, done) => child.send(message, done), messages)
  return {
    pid: child.pid,
    sendJob({ document, input, ...job }) {
      const whole = document && cutBytes('document', document)
      const asked = cutBytes('input', input)
      const ends = { document: whole?.end, input: asked.end }
      return send(...(whole?.ahead ?? []), ...asked.ahead, { kind: 'job', ...job, ...ends })
    },
    reply: (value) => send({ kind: 'reply', value }),
    keepServer(isKept) {
      for (const one of [child, child.channel]) isKept ? one?.ref() : one?.unref()
    },
    kill: () => child.kill('SIGKILL'),
    async hasEnded() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.ref()
      await once(child, 'exit')
    },
  }
}

function forkProgram({ program, heapMegabytes }: ComputeSettings): ChildProcess {
  return fork(program, {
    // Neither the secrets nor the flags of the server are of use to it.
    env: {},
    execArgv: [`--max-old-space-size=${heapMegabytes}`, `--max-semi-space-size=${youngMegabytes}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
}

function listen(child: ChildProcess, heard: ProcessListener): void {
  const errors = keepErrors(child)
  const pieces = openPieces()
  child.on('message', (message: FromProcess) => {
    switch (message.kind) {
      case 'ready':
        return heard.ready()
      case 'piece':
        return pieces.add(message)
      case 'ask':
        return heard.ask(message.question)
      case 'done':
        return heard.done(deserialize(pieces.join('result', message.result)))
      case 'too-large':
        return heard.tooLarge(message.bytes)
      case 'failed':
        return heard.refuse(message.message)
    }
  })
  child.on('error', heard.crash)
  // By then all that it wrote is here.
  child.on('close', (code, killer) =>
    heard.crash(new Error(`The process ended with ${killer ?? `code ${code}`}. ${errors()}`)),
  )
}

/** The end of what it writes to its standard error, for whoever looks for the cause of a crash. */
function keepErrors({ stderr }: ChildProcess): () => string {
  let tail = ''
  stderr?.setEncoding('utf8').on('data', (text: string) => {
    tail = (tail + text).slice(-keptOfErrors)
  })
  if (stderr instanceof Socket) stderr.unref()
  return () => tail
}
