import { badRequest } from '../../../platform/app-error.ts'
import { variablesOf } from './variables-in.ts'

type Asked = { readonly key: string; readonly prompt: string }

/** Prompts in an order in which each comes after those that it refers to; others keep their places. */
export function inOrderOfReferences<T extends Asked>(prompts: readonly T[]): readonly T[] {
  const byKey = new Map(prompts.map((one) => [one.key, one]))
  const referred = new Map(prompts.map((one) => [one, referredBy(one, byKey)]))
  const ordered = new Set<T>()
  const under = new Set<T>()
  // A list of what is to be done rather than recursion: hundreds may refer to each other in a row.
  for (const first of prompts) {
    const open = [first]
    for (let one = open.at(-1); one; one = open.at(-1)) {
      under.add(one)
      const next = referred.get(one)?.find((other) => !ordered.has(other) && !under.has(other))
      if (next) open.push(next)
      else {
        ordered.add(one)
        open.pop()
      }
    }
  }
  return [...ordered]
}

function referredBy<T extends Asked>({ prompt }: T, byKey: ReadonlyMap<string, T>): readonly T[] {
  return variablesOf(prompt, byKey.keys()).flatMap((key) => byKey.get(key) ?? [])
}

/** Throws 400 for a prompt that refers to itself, also through others. */
export function assertNoCircle({ key }: Asked, prompts: readonly Asked[]): void {
  const byKey = new Map(prompts.map((one) => [one.key, one]))
  const cameFrom = new Map<string, string>()
  const open = [byKey.get(key)]
  for (let one = open.pop(); one; one = open.pop()) {
    const { key: from } = one
    const next = referredBy(one, byKey).filter((other) => !cameFrom.has(other.key))
    for (const other of next) cameFrom.set(other.key, from)
    if (cameFrom.has(key)) throw badRequest(describe(key, cameFrom))
    open.push(...next)
  }
}

function describe(key: string, cameFrom: ReadonlyMap<string, string>): string {
  const through: string[] = []
  for (let at = cameFrom.get(key); at && at !== key; at = cameFrom.get(at))
    through.unshift(`“${at}”`)
  const way = through.length > 0 ? ` through ${through.join(', ')}` : ''
  return `The prompt “${key}” refers to itself${way}: it can never be answered.`
}
