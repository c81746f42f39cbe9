import { type ChildProcess, fork, type Serializable } from 'node:child_process'
import { once } from 'node:events'
import { getCompileCacheDir } from 'node:module'
import { Socket } from 'node:net'
import { dirname } from 'node:path'
import type { ComputeSettings } from './compute.ts'
import { deserializeMessage } from './deserialize-message.ts'
import { createPartAssembler, sendSequentially, splitBytes } from './message-parts.ts'
import type { FromProcess, ToProcess } from './messages.ts'

export type ChildListener = {
  readonly ready: () => void
  readonly ask: (question: unknown) => void
  readonly done: (result: unknown) => void
  readonly cleared: () => void
  readonly tooLarge: (bytes: number) => void
  readonly refuse: (message: string) => void
  /** Called once when the process ends; the error contains the end of its standard error. */
  readonly crash: (cause: Error) => void
}

type OutgoingJob = Omit<
  Extract<ToProcess, { readonly kind: 'job' }>,
  'kind' | 'document' | 'input'
> & {
  readonly document: Uint8Array | undefined
  /** Serialized. */
  readonly input: Uint8Array
}

export type ComputeChild = {
  readonly pid: number | undefined
  sendJob(job: OutgoingJob): Promise<void>
  reply(value: unknown): Promise<void>
  /** Sets whether the child process keeps the server process alive. */
  setKeepsServerAlive(isKept: boolean): void
  kill(): void
  waitForExit(): Promise<void>
}

/** V8 would otherwise grow the young generation further and further on long documents. */
const youngMegabytes = 8
const maxErrorCharacters = 8000

/** Starts the child process and listens to it. */
export function startComputeChild(
  settings: ComputeSettings,
  listener: ChildListener,
): ComputeChild {
  const child = forkProgram(settings)
  listen(child, listener)
  const send = (...messages: readonly ToProcess[]) =>
    sendSequentially((message: Serializable, done) => child.send(message, done), messages)
  return {
    pid: child.pid,
    sendJob({ document, input, ...job }) {
      const documentParts = document && splitBytes('document', document)
      const inputParts = splitBytes('input', input)
      const lastParts = { document: documentParts?.end, input: inputParts.end }
      return send(...(documentParts?.ahead ?? []), ...inputParts.ahead, {
        kind: 'job',
        ...job,
        ...lastParts,
      })
    },
    reply: (value) => send({ kind: 'reply', value }),
    setKeepsServerAlive(keepsAlive) {
      for (const handle of [child, child.channel]) keepsAlive ? handle?.ref() : handle?.unref()
    },
    kill: () => child.kill('SIGKILL'),
    async waitForExit() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.ref()
      await once(child, 'exit')
    },
  }
}

function forkProgram({ program, heapMegabytes }: ComputeSettings): ChildProcess {
  const cacheFolder = getCompileCacheDir()
  return fork(program, {
    // It needs neither the secrets nor the flags of the server. With compiled modules it starts in half the time.
    env: cacheFolder ? { NODE_COMPILE_CACHE: dirname(cacheFolder) } : {},
    execArgv: [`--max-old-space-size=${heapMegabytes}`, `--max-semi-space-size=${youngMegabytes}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
}

function listen(child: ChildProcess, listener: ChildListener): void {
  const getErrorOutput = collectErrorOutput(child)
  const assembler = createPartAssembler()
  child.on('message', (message: FromProcess) => {
    switch (message.kind) {
      case 'ready':
        return listener.ready()
      case 'piece':
        return assembler.add(message)
      case 'ask':
        return listener.ask(message.question)
      case 'done':
        return listener.done(deserializeMessage(assembler.join('result', message.result)))
      case 'cleared':
        return listener.cleared()
      case 'too-large':
        return listener.tooLarge(message.bytes)
      case 'failed':
        return listener.refuse(message.message)
    }
  })
  child.on('error', listener.crash)
  // On `close`, all its output has been received.
  child.on('close', (code, signal) =>
    listener.crash(
      new Error(`The process ended with ${signal ?? `code ${code}`}. ${getErrorOutput()}`),
    ),
  )
}

/** Collects the end of the standard error, for finding the cause of a crash. */
function collectErrorOutput({ stderr }: ChildProcess): () => string {
  let tail = ''
  stderr?.setEncoding('utf8').on('data', (text: string) => {
    tail = (tail + text).slice(-maxErrorCharacters)
  })
  if (stderr instanceof Socket) stderr.unref()
  return () => tail
}
