import type { z } from 'zod'
import { readJsonAnswer } from './read-answer.ts'

type Service = {
  /** For people. */
  readonly name: string
  readonly fetch: typeof globalThis.fetch
  readonly headers?: Readonly<Record<string, string>>
  /** Where a refusal says what is wrong. */
  readonly errorKey: 'error' | 'message' | 'detail' | 'status'
}

type Asked<T> = {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly url: string
  /** Sent as JSON. */
  readonly body?: unknown
  readonly shape: z.ZodType<T>
  readonly signal: AbortSignal
}

/** Asks a service that speaks JSON over HTTP; throws what `explainFailure` understands. */
export function askJson({ name, fetch, headers, errorKey }: Service) {
  return async <T>({ method, url, body, shape, signal }: Asked<T>): Promise<T> => {
    const response = await fetch(url, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      redirect: 'manual',
      headers: {
        accept: 'application/json',
        ...headers,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal,
    })
    return readJsonAnswer(response, { name, shape, errorKey })
  }
}
