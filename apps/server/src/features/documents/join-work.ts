import type { Context } from '../../platform/context.ts'

const works = new WeakMap<Context['files'], Map<string, Promise<unknown>>>()

/**
 * Runs what makes one file of the file store. Whoever asks for the same file meanwhile waits for the
 * same work; a path always stands for work of the same kind.
 */
export function joinWork<T>(
  files: Context['files'],
  path: string,
  run: () => Promise<T>,
): Promise<T> {
  const underWay = works.get(files) ?? new Map<string, Promise<unknown>>()
  works.set(files, underWay)

  const joined = underWay.get(path)
  // The same path is the same work, so its result is of the same type.
  if (joined) return joined as Promise<T>
  const work = run().finally(() => underWay.delete(path))
  underWay.set(path, work)
  return work
}
