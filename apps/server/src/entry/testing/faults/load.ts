import { setTimeout as sleep } from 'node:timers/promises'
import { omitUndefined } from '@recto/omit-undefined'
import type { Person, TestReply } from '../../../testing/people.ts'
import { type OrderDeployment, sendOrders } from '../order-deployment.ts'
import { orderFile, orderOf } from '../orders.ts'

/**
 * `answered` has the result, `deferred` an address to ask at, `failed` an error of its own, `refused` was not taken in (503, 507),
 * `unreachable` found nobody listening; `cut` lost its connection.
 */
type End = 'answered' | 'deferred' | 'failed' | 'refused' | 'unreachable' | 'cut'

/** Sending one request, and what came of it. Times are milliseconds of the clock. */
export type Call = {
  readonly numbers: readonly number[]
  readonly startedAt: number
  readonly endedAt: number
  readonly end: End
  /** Whether a refusal says when to ask again. */
  readonly saysWhen: boolean
  /** The reply, if there is no result. */
  readonly said?: string
}

/** Disposed, it leaves those alone who still wait. */
export type Load = AsyncDisposable & {
  readonly calls: readonly Call[]
  /** Resolves when so many more calls that waited were answered. */
  answered(count: number): Promise<void>
  /** Resolves when all calls that are under way now have ended. */
  caughtUp(): Promise<void>
  /** Nobody sends any more; resolves when the last call has ended. */
  stop(): Promise<readonly Call[]>
}

type LoadOptions = {
  readonly callers: number
  readonly deployment: OrderDeployment
  /** Returns the person at the server that gets the next request. */
  readonly person: () => Person
}

const patienceSeconds = 120
const filesOfRequest = 3

/** Callers who wait for the result of one order after the other, and beside them requests for which nobody waits. */
export function startLoad({ callers, deployment, person }: LoadOptions): Load {
  const calls: Call[] = []
  const leavingController = new AbortController()
  let isOver = false
  let last = 0
  const send = async (count: number, seconds: number): Promise<Call> => {
    const numbers = Array.from({ length: count }, () => ++last)
    const files = await Promise.all(numbers.map(orderFile))
    const startedAt = Date.now()
    const signal = AbortSignal.any([
      leavingController.signal,
      AbortSignal.timeout(patienceSeconds * 1000),
    ])
    const reply = await sendOrders(person(), deployment, { files, seconds, signal }).catch(describe)
    const callFields = { numbers, startedAt, endedAt: Date.now() }
    const call = { ...callFields, ...outcomeOf(reply, numbers) }
    calls.push(call)
    return call
  }
  const underWay = new Set<Promise<Call>>()
  const repeat = async (count: number, seconds: number, pause: number) => {
    while (!isOver) {
      const sentCallPromise = send(count, seconds)
      underWay.add(sentCallPromise)
      const { end } = await sentCallPromise.finally(() => underWay.delete(sentCallPromise))
      await sleep(end === 'answered' ? pause : Math.max(pause, 200))
    }
  }
  const senders = Array.from({ length: callers }, () => repeat(1, 60, 0))
  senders.push(repeat(filesOfRequest, 0, 1000))

  const stop = async () => {
    isOver = true
    await Promise.all(senders)
    return calls
  }
  const answers = () => calls.filter(({ end }) => end === 'answered').length
  return {
    calls,
    async answered(count) {
      const expectedAnswers = answers() + count
      const giveUpAt = Date.now() + patienceSeconds * 1000
      while (answers() < expectedAnswers) {
        if (Date.now() > giveUpAt) throw new Error(`Still waiting for answers: ${lastWords(calls)}`)
        await sleep(20)
      }
    },
    async caughtUp() {
      await Promise.all(underWay)
    },
    stop,
    async [Symbol.asyncDispose]() {
      leavingController.abort()
      await stop()
    },
  }
}

type Failure = { readonly code: string }

/** Describes why no reply arrived. */
function describe(error: Error): Failure {
  const cause = error.cause as NodeJS.ErrnoException | undefined
  return { code: cause?.code ?? cause?.message ?? error.message }
}

type Outcome = Pick<Call, 'end' | 'saysWhen' | 'said'>

function outcomeOf(reply: TestReply | Failure, numbers: readonly number[]): Outcome {
  if ('code' in reply) {
    const end = reply.code === 'ECONNREFUSED' ? 'unreachable' : 'cut'
    return { end, saysWhen: false, said: reply.code }
  }
  const { status, body, headers } = reply
  const replyText = `${status} ${JSON.stringify(body)}`.slice(0, 500)
  const saysWhen = Number(headers.get('retry-after')) > 0
  if (status === 503 || status === 507) return { end: 'refused', saysWhen, said: replyText }
  // The statuses of a load balancer whose upstream connection broke.
  if (status === 502 && headers.get('content-type') === 'text/plain') {
    return { end: 'cut', saysWhen, said: replyText }
  }
  const end = status === 200 ? endOf(body.message, numbers) : 'failed'
  return { end, saysWhen, ...omitUndefined({ said: end === 'answered' ? undefined : replyText }) }
}

type Message = {
  readonly execution_status: string
  readonly status_api?: string
  readonly result: readonly Item[]
}

function endOf(message: Message, numbers: readonly number[]): End {
  if (message.execution_status === 'COMPLETED') {
    return isRight(message.result, numbers) ? 'answered' : 'failed'
  }
  const isRunning = ['EXECUTING', 'PENDING'].includes(message.execution_status)
  return isRunning && message.status_api ? 'deferred' : 'failed'
}

type Item = { readonly result: { readonly output: unknown } | null }

const isRight = (items: readonly Item[], numbers: readonly number[]) =>
  JSON.stringify(items.map(({ result }) => sorted(result?.output))) ===
  JSON.stringify(numbers.map((number) => sorted(orderOf(number))))

const sorted = (value: unknown) => Object.entries(value ?? {}).sort(([a], [b]) => (a < b ? -1 : 1))

const lastWords = (calls: readonly Call[]) =>
  JSON.stringify(calls.slice(-5).map(({ end, said: replyText }) => ({ end, said: replyText })))
