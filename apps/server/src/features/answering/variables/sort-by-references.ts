import { badRequest } from '../../../platform/app-error.ts'
import { listReferencedKeys } from './parse-variables.ts'

type PromptText = { readonly key: string; readonly prompt: string }

/** Sorts prompts so that each comes after those it refers to; others keep their order. */
export function sortByReferences<T extends PromptText>(prompts: readonly T[]): readonly T[] {
  const byKey = new Map(prompts.map((prompt) => [prompt.key, prompt]))
  const referencesOf = new Map(prompts.map((prompt) => [prompt, listReferences(prompt, byKey)]))
  const sortedPrompts = new Set<T>()
  const visitedPrompts = new Set<T>()
  // A stack rather than recursion: hundreds may refer to each other in a chain.
  for (const start of prompts) {
    const stack = [start]
    for (let current = stack.at(-1); current; current = stack.at(-1)) {
      visitedPrompts.add(current)
      const nextPrompt = referencesOf
        .get(current)
        ?.find((reference) => !sortedPrompts.has(reference) && !visitedPrompts.has(reference))
      if (nextPrompt) stack.push(nextPrompt)
      else {
        sortedPrompts.add(current)
        stack.pop()
      }
    }
  }
  return [...sortedPrompts]
}

function listReferences<T extends PromptText>(
  { prompt }: T,
  byKey: ReadonlyMap<string, T>,
): readonly T[] {
  return listReferencedKeys(prompt, byKey.keys()).flatMap((key) => byKey.get(key) ?? [])
}

/** Throws 400 for a prompt that refers to itself, also through others. */
export function assertNoCircularReference(
  { key }: PromptText,
  prompts: readonly PromptText[],
): void {
  const byKey = new Map(prompts.map((prompt) => [prompt.key, prompt]))
  const cameFrom = new Map<string, string>()
  const stack = [byKey.get(key)]
  for (let current = stack.pop(); current; current = stack.pop()) {
    const { key: fromKey } = current
    const newPrompts = listReferences(current, byKey).filter(
      (reference) => !cameFrom.has(reference.key),
    )
    for (const reference of newPrompts) cameFrom.set(reference.key, fromKey)
    if (cameFrom.has(key)) throw badRequest(describeCircle(key, cameFrom))
    stack.push(...newPrompts)
  }
}

function describeCircle(key: string, cameFrom: ReadonlyMap<string, string>): string {
  const path: string[] = []
  for (let viaKey = cameFrom.get(key); viaKey && viaKey !== key; viaKey = cameFrom.get(viaKey))
    path.unshift(`“${viaKey}”`)
  const pathText = path.length > 0 ? ` through ${path.join(', ')}` : ''
  return `The prompt “${key}” refers to itself${pathText}, so it cannot be answered.`
}
