import type { Db } from './database.ts'

/**
 * A write that many callers make at the same time: those that arrive during one write are written
 * together by the next.
 */
export type GroupedWrite<Item> = {
  /** `module/verb-noun` */
  readonly name: `${string}/${string}`
  /** Writes all items or none. */
  write(db: Db, items: readonly Item[]): Promise<void>
}

/**
 * Group commit: every write costs a round trip and a disk flush, and waiting writes share them.
 * (DeWitt et al., “Implementation techniques for main memory database systems”, 1984.)
 */
export type GroupCommits = {
  /**
   * Resolves when the item is stored. Rejects only with errors of this item, not of others in its
   * group.
   */
  commit<Item>(write: GroupedWrite<Item>, item: Item, options?: CommitOptions): Promise<void>
}

type CommitOptions = {
  /** The `performance.now()` at which the item came into being; the present unless stated. */
  readonly since?: number | undefined
}

type GroupCommitsOptions = {
  readonly db: Db
  /** Called after each commit with the time for which the item was not yet stored. */
  readonly onCommitted?: (name: string, seconds: number) => void
}

/** Maximum number of items per statement. */
const maxGroupSize = 64

export function openGroupCommits({ db, onCommitted }: GroupCommitsOptions): GroupCommits {
  const groups = new Map<string, Group<never>>()
  return {
    async commit<Item>(
      write: GroupedWrite<Item>,
      item: Item,
      { since = performance.now() }: CommitOptions = {},
    ) {
      // Equal names mean the same write, so the items have the same type.
      const openedGroup = groups.get(write.name) as unknown as Group<Item> | undefined
      const group = openedGroup ?? openGroup(db, write)
      if (!openedGroup) groups.set(write.name, group as unknown as Group<never>)
      await group.commit(item)
      onCommitted?.(write.name, (performance.now() - since) / 1000)
    },
  }
}

type Group<Item> = { commit(item: Item): Promise<void> }

type PendingItem<Item> = { readonly item: Item; readonly completion: PromiseWithResolvers<void> }

function openGroup<Item>(db: Db, write: GroupedWrite<Item>): Group<Item> {
  const queue: PendingItem<Item>[] = []
  let isWriting = false

  const writeAll = async () => {
    isWriting = true
    while (queue.length > 0) await writeGroup(db, write, queue.splice(0, maxGroupSize))
    isWriting = false
  }
  return {
    commit(item) {
      const completion = Promise.withResolvers<void>()
      queue.push({ item, completion })
      if (!isWriting) void writeAll()
      return completion.promise
    },
  }
}

async function writeGroup<Item>(
  db: Db,
  write: GroupedWrite<Item>,
  group: readonly PendingItem<Item>[],
): Promise<void> {
  const items = group.map(({ item }) => item)
  const failure = await getFailure(() => write.write(db, items))
  if (!failure) for (const { completion } of group) completion.resolve()
  // One item may be at fault: write them one by one, so that the others succeed.
  else if (group.length > 1)
    for (const pendingItem of group) await writeGroup(db, write, [pendingItem])
  else group[0]?.completion.reject(failure.error)
}

async function getFailure(
  run: () => Promise<void>,
): Promise<{ readonly error: unknown } | undefined> {
  try {
    await run()
    return undefined
  } catch (error) {
    return { error }
  }
}
