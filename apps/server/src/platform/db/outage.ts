import { backOffFrom, type RetryPolicy } from '../retry.ts'

/** How our own database refuses while it stops, starts or is not there. */
const states = /^(08...|53300|57P0[123])$/
const codes: ReadonlySet<string> = new Set([
  'EPIPE',
  'ENOENT',
  'ECONNRESET',
  'ECONNREFUSED',
  'ETIMEDOUT',
])
const calls: ReadonlySet<string> = new Set(['connect', 'read', 'write'])
const messages = /^Connection terminated|not queryable|timeout exceeded when trying to connect/

/** More than one server restart in the time of one step is not an outage but a trouble. */
const maxOutages = 3

/** Whether a query failed because the database went away. Errors of providers are wrapped, so they never do. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, syscall } = error as { code?: unknown; syscall?: unknown }
  if (messages.test(error.message) || states.test(String(code))) return true
  return codes.has(String(code)) && calls.has(String(syscall))
}

/** Asks again until the database answers, however long it is away. */
export const untilAnswers: RetryPolicy = {
  attempts: Number.POSITIVE_INFINITY,
  isRetryable: isConnectionLost,
  waitSeconds: backOffFrom(0.2, 1),
}

/** Runs again what an outage of our own database broke off, once the database answers. */
export async function despiteOutage<T>(
  run: () => Promise<T>,
  untilBack: () => Promise<void>,
): Promise<T> {
  for (let outages = 1; ; outages++) {
    try {
      return await run()
    } catch (error) {
      if (outages > maxOutages || !isConnectionLost(error)) throw error
      await untilBack()
    }
  }
}
