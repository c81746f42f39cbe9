import { constants, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import type { FromThread, ToThread } from './messages.ts'

/** Asks the process for something and waits for it. */
type Ask = (question: unknown) => Promise<unknown>

type Program<Subject> = {
  /** Makes of stored bytes what the operations work on; kept for later jobs. */
  readonly open: (bytes: Uint8Array) => Subject
  readonly run: (subject: Subject, operation: string, input: unknown, ask: Ask) => Promise<unknown>
}

/** Makes this file the program of the threads that `openCompute` starts. One job comes at a time. */
export function serveCompute<Subject>({ open, run }: Program<Subject>): void {
  const port = parentPort
  if (!port) throw new Error('This file runs as a thread only.')
  // On Linux it holds for this thread alone: the server goes first where both want a core.
  if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  const held = new Map<string, Subject>()
  let answered: (value: unknown) => void = () => {}

  const send = (message: FromThread) => port.postMessage(message)
  const ask: Ask = (question) => {
    const { promise, resolve } = Promise.withResolvers<unknown>()
    answered = resolve
    send({ kind: 'ask', question })
    return promise
  }
  const work = async ({ key, bytes, forget, operation, input }: JobMessage) => {
    for (const old of forget) held.delete(old)
    const subject = bytes ? open(bytes) : held.get(key)
    if (subject === undefined) throw new Error('The thread does not hold the document.')
    held.set(key, subject)
    return run(subject, operation, input, ask)
  }

  port.on('message', (message: ToThread) => {
    if (message.kind === 'reply') answered(message.value)
    else {
      work(message).then(
        (result) => send({ kind: 'done', result }),
        (error: unknown) => send({ kind: 'failed', message: describe(error) }),
      )
    }
  })
  send({ kind: 'ready' })
}

type JobMessage = Extract<ToThread, { kind: 'job' }>

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
