import type { Tool } from '../tool.ts'

/**
 * Whether the step has said that what the same content gave before is taken instead of asking again; `undefined` where its tool
 * has no such setting.
 */
export function takesEarlier(
  { builtIn }: Tool,
  { useCache }: Readonly<Record<string, unknown>>,
): boolean | undefined {
  return builtIn === 'classify' ? useCache !== false : undefined
}
