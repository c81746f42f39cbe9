import { openJoins } from './joins.ts'

/**
 * What a process need not do twice at the same time. It saves work and nothing else: another process has
 * one of its own, and whatever must happen only once is claimed.
 */
export type ProcessCache = {
  /**
   * Whoever asks for work under the same name while it is under way waits for the same. One whose signal
   * is aborted waits no longer; the work ends when nobody does.
   */
  join<T>(name: string, work: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T>
  /** Resolves when nothing is under way under the name. */
  settled(name: string): Promise<void>
  /** What somebody still has in hand. */
  find<T extends object>(name: string): T | undefined
  /** Costs no memory of its own: the thing goes when nobody has it any more. */
  share(name: string, thing: object): void
}

export function openProcessCache(): ProcessCache {
  const { join, settled } = openJoins()
  const inUse = new Map<string, WeakRef<object>>()
  const ended = new FinalizationRegistry<string>((name) => {
    // Another thing may have taken the name meanwhile.
    if (!inUse.get(name)?.deref()) inUse.delete(name)
  })

  return {
    join,
    settled,
    // The same name is the same thing, so it is of the same type.
    find: <T extends object>(name: string) => inUse.get(name)?.deref() as T | undefined,
    share(name, thing) {
      inUse.set(name, new WeakRef(thing))
      ended.register(thing, name)
    },
  }
}
