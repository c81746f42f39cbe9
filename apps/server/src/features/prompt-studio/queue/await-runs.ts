import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { runsChanged } from './runs.events.ts'
import { listRunsById, type RunRow } from './runs.store.ts'

/** A notification can be missed. */
const lookEverySeconds = 2

/** A run that has ended; one that is gone was deleted with what it was about. */
export type EndedRun = { readonly id: string; readonly run: RunRow | undefined }

/**
 * Waits until all of the runs have ended, in whatever process, and tells of each when it has. Returns
 * false when this process is to end before.
 */
export async function awaitRuns(
  { events, leaving }: Pick<Context, 'events' | 'leaving'>,
  tenant: Tenant,
  { ids, onEnded }: { ids: readonly string[]; onEnded: (ended: EndedRun) => Promise<void> },
): Promise<boolean> {
  const open = new Set(ids)
  let news = new Set<string>()
  let wake = () => {}
  const unsubscribe = events.subscribe(runsChanged, ({ runIds, state }) => {
    if (isOpen(state)) return
    const ours = runIds.filter((id) => open.has(id))
    for (const id of ours) news.add(id)
    if (ours.length > 0) wake()
  })
  const look = async (asked: readonly string[]) => {
    const found = new Map((await listRunsById(tenant, asked)).map((run) => [run.id, run]))
    for (const id of asked) {
      const run = found.get(id)
      if (run && isOpen(run.state)) continue
      if (open.delete(id)) await onEnded({ id, run })
    }
  }
  try {
    await look([...open])
    while (open.size > 0) {
      if (leaving.aborted) return false
      const told = await whicheverFirst(
        new Promise<true>((resolve) => {
          wake = () => resolve(true)
          if (news.size > 0) wake()
        }),
        leaving,
      )
      const asked = told ? [...news] : [...open]
      news = new Set()
      await look(asked)
    }
    return true
  } finally {
    unsubscribe()
  }
}

const isOpen = (state: RunRow['state']) => state === 'waiting' || state === 'running'

async function whicheverFirst(told: Promise<true>, leaving: AbortSignal): Promise<boolean> {
  const done = new AbortController()
  const signal = AbortSignal.any([leaving, done.signal])
  const pause = sleep(lookEverySeconds * 1000, false, { signal }).catch(() => false)
  try {
    return await Promise.race([told, pause])
  } finally {
    done.abort()
  }
}
