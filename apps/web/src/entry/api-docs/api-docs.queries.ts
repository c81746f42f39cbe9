import { getOpenApi } from '@recto/contract/server/open-api'
import { omitUndefined } from '@recto/omit-undefined'
import { useMutation } from '@tanstack/react-query'
import type { Refusal } from '../../shared/api/refusal.ts'
import { readAs, sendRaw } from '../../shared/api/requests.ts'
import { addressWith, type DescribedCall, operationsFromWire } from './operation.ts'

export const operationList = readAs(getOpenApi, {}, operationsFromWire)

/** Address of the API description. */
export const descriptionAddress = getOpenApi.path

export type ApiCallAttempt = {
  readonly operation: DescribedCall
  readonly paramValues: Readonly<Record<string, string>>
  readonly key: string
  readonly body: string
}

export type CallReply = { readonly status: number; readonly text: string }

/** Sends a request with a key, like a client program, or with the session of this browser. */
export const useAttempt = () =>
  useMutation<CallReply, Refusal, ApiCallAttempt>({
    mutationFn: ({ operation, paramValues, key, body }) => {
      const isText = operation.keys.includes('textKey')
      return sendRaw(addressWith(operation, paramValues), {
        method: operation.method,
        headers: {
          ...(key && (isText ? { 'unstract-key': key } : { authorization: `Bearer ${key}` })),
          ...omitUndefined({ 'content-type': body ? 'application/json' : undefined }),
        },
        ...omitUndefined({ body: body || undefined }),
      })
    },
  })
