import type { z } from 'zod'
import { unreadable } from './rest.ts'

/** Parses an answer and checks its shape. */
export async function readJsonBody<T>(response: Response, shape: z.ZodType<T>): Promise<T> {
  const text = await response.text()
  const read = shape.safeParse(parsed(text))
  if (read.success) return read.data
  throw unreadable(text, response.status)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Not JSON is as good as nothing: the shape is not that.
    return undefined
  }
}
