import { describeFailure } from '../describe-failure.ts'
import type { Log } from '../log/log.ts'
import type { Db } from './database.ts'
import { isConnectionLost } from './outage.ts'

/**
 * A small write that nobody waits for and that may be lost if the process dies. Items added within
 * a moment are written in one statement.
 */
export type BatchedWrite<Item> = {
  /** `module/verb-noun` */
  readonly name: `${string}/${string}`
  write(db: Db, items: readonly Item[]): Promise<void>
}

export type BatchedWrites = {
  add<Item>(write: BatchedWrite<Item>, item: Item): void
  /** Resolves when all items added so far are written; for callers that are about to read them. */
  flush<Item>(write: BatchedWrite<Item>): Promise<void>
  /** Writes all pending items and accepts no more. */
  close(): Promise<void>
}

/** Long enough to collect many items, short enough that hardly anybody reads the old state. */
const waitMilliseconds = 50
const outageRetryMilliseconds = 1000

type BatchedWritesDependencies = { readonly db: Db; readonly log: Pick<Log, 'warn' | 'error'> }

export function openBatchedWrites({ db, log }: BatchedWritesDependencies): BatchedWrites {
  const batches = new Map<string, Batch<never>>()
  const getBatch = <Item>(write: BatchedWrite<Item>): Batch<Item> => {
    const openedBatch = batches.get(write.name)
    // Equal names mean the same write, so the items have the same type.
    if (openedBatch) return openedBatch as unknown as Batch<Item>
    const batch = openBatch({ db, log }, write)
    batches.set(write.name, batch as unknown as Batch<never>)
    return batch
  }
  return {
    add: (write, item) => getBatch(write).add(item),
    flush: (write) => getBatch(write).flush(),
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

function openBatch<Item>(
  { db, log }: BatchedWritesDependencies,
  { name, write }: BatchedWrite<Item>,
): Batch<Item> {
  let pending: Item[] = []
  let timer: NodeJS.Timeout | undefined
  let currentWrite = Promise.resolve()
  let isClosed = false

  const writePending = () => {
    clearTimeout(timer)
    timer = undefined
    const items = pending
    pending = []
    if (items.length === 0) return currentWrite
    currentWrite = currentWrite
      .then(() => write(db, items))
      .catch((error: unknown) => handleFailure(error, items))
    return currentWrite
  }
  const scheduleWrite = (milliseconds: number) => {
    timer ??= setTimeout(() => void writePending(), milliseconds)
  }
  const handleFailure = (error: unknown, items: readonly Item[]) => {
    const reason = describeFailure(error)
    if (isClosed || !isConnectionLost(error)) {
      log.error({ write: name, items: items.length, reason }, 'a batch of writes was lost')
      return
    }
    log.warn(
      { write: name, reason },
      'the database is not available; a batch of writes waits for it',
    )
    pending = [...items, ...pending]
    scheduleWrite(outageRetryMilliseconds)
  }
  return {
    add(item) {
      pending.push(item)
      scheduleWrite(waitMilliseconds)
    },
    flush: writePending,
    close() {
      isClosed = true
      return writePending()
    },
  }
}
