import { relative, resolve } from 'node:path'
import process from 'node:process'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Expression } from './find-expressions.ts'

/**
 * Loads modules and returns the regular expressions that they make of texts meanwhile, each with the place
 * of its `new RegExp`. One that is made later, perhaps of what somebody sent, is not among them.
 */
export async function recordMade(paths: readonly string[]): Promise<readonly Expression[]> {
  const made: Expression[] = []
  const original = globalThis.RegExp
  globalThis.RegExp = new Proxy(original, {
    construct(target, given, asked) {
      const expression = Reflect.construct(target, given, asked) as RegExp
      const { source, flags } = expression
      made.push({ source, flags, places: [placeOfCaller()] })
      return expression
    },
  })
  try {
    for (const path of paths) await import(pathToFileURL(resolve(path)).href)
  } finally {
    globalThis.RegExp = original
  }
  return made.filter(({ places: [place = ''] }) => paths.includes(place.replace(/:\d+:\d+$/, '')))
}

/** The line of the stack behind this function and the trap. */
function placeOfCaller(): string {
  const line = new Error('where').stack?.split('\n')[3] ?? ''
  const [, url = '', where = ''] = /(file:\/\/\S+?|\/\S+?)(:\d+:\d+)\)?$/.exec(line) ?? []
  const path = url.startsWith('file:') ? fileURLToPath(url) : url
  return path === '' ? '' : `${relative(process.cwd(), path)}${where}`
}
