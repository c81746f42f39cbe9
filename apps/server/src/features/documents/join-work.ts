import type { Context } from '../../platform/context.ts'

type Work = {
  readonly result: Promise<unknown>
  /** Ends the work. */
  readonly controller: AbortController
  /** How many wait for it. */
  waiting: number
}

const works = new WeakMap<Context['files'], Map<string, Work>>()

/**
 * Runs what makes one file of the file store. Whoever asks for the same file meanwhile waits for the
 * same work; a path always stands for work of the same kind. One whose signal is aborted waits no
 * longer; the work ends when nobody does.
 */
export async function joinWork<T>(
  files: Context['files'],
  path: string,
  run: (signal: AbortSignal) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  signal?.throwIfAborted()
  const underWay = works.get(files) ?? new Map<string, Work>()
  works.set(files, underWay)

  const work = underWay.get(path) ?? begin(run)
  underWay.set(path, work)
  const forget = () => {
    if (underWay.get(path) === work) underWay.delete(path)
  }
  const left = Promise.withResolvers<never>()
  const leave = () => {
    left.reject(signal?.reason)
    work.waiting -= 1
    if (work.waiting > 0) return
    // Who comes now begins anew.
    forget()
    work.controller.abort(signal?.reason)
  }
  work.waiting += 1
  signal?.addEventListener('abort', leave, { once: true })
  try {
    // The same path is the same work, so its result is of the same type.
    return (await Promise.race([work.result.finally(forget), left.promise])) as T
  } finally {
    signal?.removeEventListener('abort', leave)
  }
}

function begin(run: (signal: AbortSignal) => Promise<unknown>): Work {
  const controller = new AbortController()
  return { result: run(controller.signal), controller, waiting: 0 }
}
