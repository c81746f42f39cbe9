import { writeFileSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { setPriority } from 'node:os'
import { getHeapStatistics, serialize } from 'node:v8'
import { Worker } from 'node:worker_threads'
import { checkSize } from './compute-limits.ts'
import { deserializeMessage } from './deserialize-message.ts'
import { createPartAssembler, sendSequentially, splitBytes } from './message-parts.ts'
import type { FromProcess, ToProcess } from './messages.ts'

/** Asks the server a question and waits for the answer. */
type Ask = (question: unknown) => Promise<unknown>

export type ComputeProgram<Subject> = {
  /** Builds the subject of the operations from stored bytes; cached for later jobs. */
  readonly open: (bytes: Uint8Array) => Subject
  readonly run: (subject: Subject, operation: string, input: unknown, ask: Ask) => Promise<unknown>
}

/**
 * Makes this file the program of the processes that `openCompute` starts. Jobs come one at a time.
 */
export function serveCompute<Subject>({ open, run }: ComputeProgram<Subject>): void {
  lowerPriority()
  exitWithServer()
  const subjects = new Map<string, Subject>()
  const assembler = createPartAssembler()
  let resolveAnswer: (value: unknown) => void = () => {}

  const send = (...messages: readonly FromProcess[]) =>
    sendSequentially(
      (message, done) => process.send?.(message, undefined, undefined, done),
      messages,
    )
  const ask: Ask = async (question) => {
    const { promise, resolve } = Promise.withResolvers<unknown>()
    resolveAnswer = resolve
    await send({ kind: 'ask', question })
    return promise
  }
  const runJob = async ({ key, document, evict, operation, input }: JobMessage) => {
    const jobInput = deserializeMessage(assembler.join('input', input))
    for (const evictedKey of evict) subjects.delete(evictedKey)
    const subject = document ? open(assembler.join('document', document)) : subjects.get(key)
    if (subject === undefined) throw new Error('The document is not loaded in the process.')
    subjects.set(key, subject)
    const result = serialize(await run(subject, operation, jobInput, ask))
    if (isHeapHalfFull()) {
      subjects.clear()
      await send({ kind: 'cleared' })
    }
    return result
  }
  const sendResult = async (result: Uint8Array) => {
    if (checkSize('result', result.length, '')) {
      await send({ kind: 'too-large', bytes: result.length })
      return
    }
    const { ahead: precedingParts, end } = splitBytes('result', result)
    await send(...precedingParts, { kind: 'done', result: end })
  }

  process.on('message', (message: ToProcess) => {
    if (message.kind === 'piece') assembler.add(message)
    else if (message.kind === 'reply') resolveAnswer(message.value)
    else {
      runJob(message)
        .then(sendResult, (error: unknown) =>
          send({ kind: 'failed', message: describeError(error) }),
        )
        // The server is gone.
        .catch(() => process.exit(1))
    }
  })
  // The server kills its processes, and Node saves compiled modules only when one exits by itself.
  void send({ kind: 'ready' }).then(() => flushCompileCache())
}

/**
 * Documents take much more memory when they are open than their bytes do, which limit the cache: many small ones would
 * leave no room for the next job.
 */
function isHeapHalfFull(): boolean {
  const { used_heap_size: usedBytes, heap_size_limit: maxBytes } = getHeapStatistics()
  return usedBytes > maxBytes / 2
}

type JobMessage = Extract<ToProcess, { kind: 'job' }>

function describeError(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/**
 * With this niceness, the server gets two thirds of a core that both want, and other busy programs
 * leave a third to the job.
 */
const niceness = 3

/** The server has priority for the CPU, and this process is killed first when memory runs out. */
function lowerPriority(): void {
  tryTo(() => setPriority(niceness))
  if (process.platform === 'linux') tryTo(() => writeFileSync('/proc/self/oom_score_adj', '500'))
}

function tryTo(run: () => void): void {
  try {
    run()
  } catch {
    // Some systems do not permit it; the job works all the same.
  }
}

/**
 * Runs in a thread, so that it also ends a process whose main thread hangs. On Windows a process keeps the id of a
 * parent that has ended.
 */
const parentWatchdog = `
  const parent = require('node:worker_threads').workerData
  function isOrphan() {
    if (process.platform !== 'win32') return process.ppid !== parent
    try { return !process.kill(parent, 0) } catch { return true }
  }
  setInterval(() => { if (isOrphan()) process.kill(process.pid, 'SIGKILL') }, 1000)`

/** Signals of a terminal reach all its processes, but only the server should handle them. */
function exitWithServer(): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
  process.on('disconnect', () => process.exit())
  new Worker(parentWatchdog, { eval: true, workerData: process.ppid }).unref()
}
