import type { z } from 'zod'

/** A server on this machine answers at once, or is none. */
const limitMilliseconds = 1500

/**
 * Returns the reply of a server on this machine; `undefined` when there is none, or a different
 * one.
 */
export async function askLocally<T>(
  fetch: typeof globalThis.fetch,
  { port, path }: { readonly port: number; readonly path: string },
  shape: z.ZodType<T>,
): Promise<T | undefined> {
  try {
    const signal = AbortSignal.timeout(limitMilliseconds)
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { signal })
    return response.ok ? shape.safeParse(await response.json()).data : undefined
  } catch {
    // Nobody listens there, or nobody who speaks this: that is no failure of anything.
    return undefined
  }
}
