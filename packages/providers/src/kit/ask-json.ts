import { omitUndefined } from '@recto/omit-undefined'
import type { z } from 'zod'
import { readJsonAnswer } from './read-answer.ts'

type Service = {
  /** Name of the service, for people. */
  readonly name: string
  readonly fetch: typeof globalThis.fetch
  readonly headers?: Readonly<Record<string, string>>
  /** Key of the error message in a refusal. */
  readonly errorKey: 'error' | 'message' | 'detail' | 'status'
}

type JsonRequest<T> = {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly url: string
  /** Sent as JSON. */
  readonly body?: unknown
  readonly shape: z.ZodType<T>
  readonly signal: AbortSignal
}

/** Calls a service that speaks JSON over HTTP. Throws errors that `explainFailure` understands. */
export function askJson({ name, fetch, headers, errorKey }: Service) {
  return async <T>({ method, url, body, shape, signal }: JsonRequest<T>): Promise<T> => {
    const response = await fetch(url, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      redirect: 'manual',
      headers: {
        accept: 'application/json',
        ...headers,
        ...omitUndefined({ 'content-type': body === undefined ? undefined : 'application/json' }),
      },
      ...omitUndefined({ body: body === undefined ? undefined : JSON.stringify(body) }),
      signal,
    })
    return readJsonAnswer(response, { name, shape, errorKey })
  }
}
