import { createHash } from 'node:crypto'

const underWay = new Map<string, Promise<unknown>>()

/**
 * A run that is asked for again in this process while it goes on is the same run: both wait for one
 * result. `facts` is everything that would make it another run.
 */
export async function joinRun<T>(facts: unknown, start: () => Promise<T>): Promise<T> {
  const key = createHash('sha256').update(JSON.stringify(facts)).digest('hex')
  const joined = underWay.get(key)
  if (joined) return joined as Promise<T>
  const run = start().finally(() => underWay.delete(key))
  underWay.set(key, run)
  return run
}
