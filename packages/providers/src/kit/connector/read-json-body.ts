import type { z } from 'zod'
import { bodyOf, unreadable } from './rest.ts'
import { longValues } from './service-failure.ts'

/** Parses an answer and checks its shape. With a maximum, a longer one is given up. */
export async function readJsonBody<T>(
  response: Response,
  shape: z.ZodType<T>,
  maxBytes = Number.POSITIVE_INFINITY,
): Promise<T> {
  const text = await readText(response, maxBytes)
  const read = shape.safeParse(parsed(text))
  if (read.success) return read.data
  throw unreadable(text, response.status)
}

async function readText(response: Response, maxBytes: number): Promise<string> {
  if (maxBytes === Number.POSITIVE_INFINITY) return response.text()
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of bodyOf(response)) {
    size += part.length
    if (size > maxBytes) throw longValues()
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Not JSON is as good as nothing: the shape is not that.
    return undefined
  }
}
