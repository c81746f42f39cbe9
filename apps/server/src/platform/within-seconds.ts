import { StartupError } from './app-error.ts'

type TimeLimit = {
  readonly seconds: number
  /** These sentences say what took too long and what to do about it. */
  readonly advice: string
}

/**
 * Resolves with what a step of the start resolves with, or throws a `StartupError` if it takes too long. The
 * step itself goes on until the process ends.
 */
export async function withinSeconds<T>(
  { seconds, advice }: TimeLimit,
  step: () => Promise<T>,
): Promise<T> {
  const { promise: timeout, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => reject(new StartupError(`${advice} (${seconds} s have passed.)`, { isTemporary: true })),
    seconds * 1000,
  )
  try {
    return await Promise.race([step(), timeout])
  } finally {
    clearTimeout(timer)
  }
}
