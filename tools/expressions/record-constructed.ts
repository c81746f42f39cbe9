import { relative, resolve } from 'node:path'
import process from 'node:process'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Expression } from './find-expressions.ts'

/**
 * Loads modules and returns the regular expressions that they construct while loading, each with the position
 * of its `new RegExp`. Expressions constructed later, possibly from user input, are not included.
 */
export async function recordConstructed(paths: readonly string[]): Promise<readonly Expression[]> {
  const expressions: Expression[] = []
  const original = globalThis.RegExp
  globalThis.RegExp = new Proxy(original, {
    construct(target, args, newTarget) {
      const expression = Reflect.construct(target, args, newTarget) as RegExp
      const { source, flags } = expression
      expressions.push({ source, flags, positions: [callerPosition()] })
      return expression
    },
  })
  try {
    for (const path of paths) await import(pathToFileURL(resolve(path)).href)
  } finally {
    globalThis.RegExp = original
  }
  return expressions.filter(({ positions: [place = ''] }) =>
    paths.includes(place.replace(/:\d+:\d+$/, '')),
  )
}

/** Reads the caller's position from the line of the stack below this function and the proxy trap. */
function callerPosition(): string {
  const line = new Error('where').stack?.split('\n')[3] ?? ''
  const [, url = '', position = ''] = /(file:\/\/\S+?|\/\S+?)(:\d+:\d+)\)?$/.exec(line) ?? []
  const path = url.startsWith('file:') ? fileURLToPath(url) : url
  return path === '' ? '' : `${relative(process.cwd(), path)}${position}`
}
