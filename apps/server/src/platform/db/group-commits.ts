import type { Db } from './database.ts'

/** A write that many make at once: those that come while one is under way are written together by the next. */
export type GroupedWrite<Item> = {
  /** `room/verb-noun` */
  readonly name: `${string}/${string}`
  /** Writes all of them, or none. */
  write(db: Db, items: readonly Item[]): Promise<void>
}

/**
 * Group commit: a write costs a round trip and a flush to the disk, and many that wait for the same
 * disk share one. (DeWitt et al., “Implementation techniques for main memory database systems”, 1984.)
 */
export type GroupCommits = {
  /** Resolves when the item is stored. Rejects with what refused this item, not another of its group. */
  commit<Item>(write: GroupedWrite<Item>, item: Item): Promise<void>
}

/** In one statement. */
const maxOfGroup = 64

export function openGroupCommits({ db }: { readonly db: Db }): GroupCommits {
  const groups = new Map<string, Group<never>>()
  return {
    commit<Item>(write: GroupedWrite<Item>, item: Item) {
      // The same name is the same write, so its items are of the same type.
      const known = groups.get(write.name) as unknown as Group<Item> | undefined
      const group = known ?? openGroup(db, write)
      if (!known) groups.set(write.name, group as unknown as Group<never>)
      return group.commit(item)
    },
  }
}

type Group<Item> = { commit(item: Item): Promise<void> }

type Waiting<Item> = { readonly item: Item; readonly settle: PromiseWithResolvers<void> }

function openGroup<Item>(db: Db, write: GroupedWrite<Item>): Group<Item> {
  const waiting: Waiting<Item>[] = []
  let isWriting = false

  const writeAll = async () => {
    isWriting = true
    while (waiting.length > 0) await writeGroup(db, write, waiting.splice(0, maxOfGroup))
    isWriting = false
  }
  return {
    commit(item) {
      const settle = Promise.withResolvers<void>()
      waiting.push({ item, settle })
      if (!isWriting) void writeAll()
      return settle.promise
    },
  }
}

async function writeGroup<Item>(
  db: Db,
  grouped: GroupedWrite<Item>,
  group: readonly Waiting<Item>[],
): Promise<void> {
  const items = group.map(({ item }) => item)
  const failure = await failureOf(() => grouped.write(db, items))
  if (!failure) for (const { settle } of group) settle.resolve()
  // One of them may be refused: the others are not to suffer for it.
  else if (group.length > 1) for (const one of group) await writeGroup(db, grouped, [one])
  else group[0]?.settle.reject(failure.error)
}

async function failureOf(
  act: () => Promise<void>,
): Promise<{ readonly error: unknown } | undefined> {
  try {
    await act()
    return undefined
  } catch (error) {
    return { error }
  }
}
