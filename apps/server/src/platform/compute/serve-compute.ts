import { writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { deserialize, serialize } from 'node:v8'
import { Worker } from 'node:worker_threads'
import { refusalOf } from './compute-limits.ts'
import type { FromProcess, ToProcess } from './messages.ts'
import { cutBytes, openPieces, sendInTurn } from './pieces.ts'

/** Asks the server for something and waits for it. */
type Ask = (question: unknown) => Promise<unknown>

export type Program<Subject> = {
  /** Makes of stored bytes what the operations work on; kept for later jobs. */
  readonly open: (bytes: Uint8Array) => Subject
  readonly run: (subject: Subject, operation: string, input: unknown, ask: Ask) => Promise<unknown>
}

/** Makes this file the program of the processes that `openCompute` starts. One job comes at a time. */
export function serveCompute<Subject>({ open, run }: Program<Subject>): void {
  giveWay()
  endWithServer()
  const held = new Map<string, Subject>()
  const pieces = openPieces()
  let answered: (value: unknown) => void = () => {}

  const send = (...messages: readonly FromProcess[]) =>
    sendInTurn((message, done) => process.send?.(message, undefined, undefined, done), messages)
  const ask: Ask = async (question) => {
    const { promise, resolve } = Promise.withResolvers<unknown>()
    answered = resolve
    await send({ kind: 'ask', question })
    return promise
  }
  const work = async ({ key, document, forget, operation, input }: JobMessage) => {
    const asked: unknown = deserialize(pieces.join('input', input))
    for (const old of forget) held.delete(old)
    const subject = document ? open(pieces.join('document', document)) : held.get(key)
    if (subject === undefined) throw new Error('The process does not hold the document.')
    held.set(key, subject)
    return serialize(await run(subject, operation, asked, ask))
  }
  const finish = async (result: Uint8Array) => {
    if (refusalOf('result', result.length, '')) {
      await send({ kind: 'too-large', bytes: result.length })
      return
    }
    const { ahead, end } = cutBytes('result', result)
    await send(...ahead, { kind: 'done', result: end })
  }

  process.on('message', (message: ToProcess) => {
    if (message.kind === 'piece') pieces.add(message)
    else if (message.kind === 'reply') answered(message.value)
    else {
      work(message)
        .then(finish, (error: unknown) => send({ kind: 'failed', message: describe(error) }))
        // Nobody is there to be told.
        .catch(() => process.exit(1))
    }
  })
  void send({ kind: 'ready' })
}

type JobMessage = Extract<ToProcess, { kind: 'job' }>

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/** Of priority: the server has two thirds of a core that both want, and other busy programs leave the work a third. */
const stepsBelow = 3

/** The server goes first where both want a core, and last where memory has run out. */
function giveWay(): void {
  attempt(() => setPriority(stepsBelow))
  if (process.platform === 'linux') attempt(() => writeFileSync('/proc/self/oom_score_adj', '500'))
}

function attempt(act: () => void): void {
  try {
    act()
  } catch {
    // Not everywhere may a process say so; the work is the same.
  }
}

/** Runs in a thread of its own, so that it also ends a process whose main thread hangs. */
const watchdog = `
  const parent = require('node:worker_threads').workerData
  setInterval(() => { if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL') }, 1000)`

/** What a terminal sends to all that runs in it is meant for the server, which ends its work in its own way. */
function endWithServer(): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
  process.on('disconnect', () => process.exit())
  new Worker(watchdog, { eval: true, workerData: process.ppid }).unref()
}
