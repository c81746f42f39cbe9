import { describeFailure } from '../describe-failure.ts'
import type { Log } from '../log/log.ts'
import type { Db } from './database.ts'
import { isConnectionLost } from './outage.ts'

/**
 * A small write that nobody waits for and that may be lost with the process: what comes within a
 * moment is written in one statement.
 */
export type BatchedWrite<Item> = {
  /** `room/verb-noun` */
  readonly name: `${string}/${string}`
  write(db: Db, items: readonly Item[]): Promise<void>
}

export type BatchedWrites = {
  add<Item>(write: BatchedWrite<Item>, item: Item): void
  /** Resolves when what was added is written: for whoever is about to read it. */
  flush<Item>(write: BatchedWrite<Item>): Promise<void>
  /** Writes what waits, and takes no more. */
  close(): Promise<void>
}

/** Long enough for many to come together, and short enough that nobody meets the old state. */
const waitMilliseconds = 50
const awayMilliseconds = 1000

type Needs = { readonly db: Db; readonly log: Pick<Log, 'warn' | 'error'> }

export function openBatchedWrites({ db, log }: Needs): BatchedWrites {
  const batches = new Map<string, Batch<never>>()
  const batchOf = <Item>(write: BatchedWrite<Item>): Batch<Item> => {
    const known = batches.get(write.name)
    // The same name is the same write, so its items are of the same type.
    if (known) return known as unknown as Batch<Item>
    const batch = openBatch({ db, log }, write)
    batches.set(write.name, batch as unknown as Batch<never>)
    return batch
  }
  return {
    add: (write, item) => batchOf(write).add(item),
    flush: (write) => batchOf(write).flush(),
    async close() {
      await Promise.all([...batches.values()].map((batch) => batch.close()))
    },
  }
}

type Batch<Item> = {
  add(item: Item): void
  flush(): Promise<void>
  close(): Promise<void>
}

function openBatch<Item>({ db, log }: Needs, { name, write }: BatchedWrite<Item>): Batch<Item> {
  let waiting: Item[] = []
  let timer: NodeJS.Timeout | undefined
  let writing = Promise.resolve()
  let isClosed = false

  const begin = () => {
    clearTimeout(timer)
    timer = undefined
    const items = waiting
    waiting = []
    if (items.length === 0) return writing
    writing = writing.then(() => write(db, items)).catch((error: unknown) => failed(error, items))
    return writing
  }
  const beginIn = (milliseconds: number) => {
    timer ??= setTimeout(() => void begin(), milliseconds)
  }
  const failed = (error: unknown, items: readonly Item[]) => {
    const reason = describeFailure(error)
    if (isClosed || !isConnectionLost(error)) {
      log.error({ write: name, items: items.length, reason }, 'a batch of writes was lost')
      return
    }
    log.warn({ write: name, reason }, 'the database is away; a batch of writes waits for it')
    waiting = [...items, ...waiting]
    beginIn(awayMilliseconds)
  }
  return {
    add(item) {
      waiting.push(item)
      beginIn(waitMilliseconds)
    },
    flush: begin,
    close() {
      isClosed = true
      return begin()
    },
  }
}
