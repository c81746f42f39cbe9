import { getOpenApi } from '@recto/contract/open-api'
import { useMutation } from '@tanstack/react-query'
import { readAs, sendRaw } from '../../shared/api/ask.ts'
import type { Refusal } from '../../shared/api/refusal.ts'
import { addressWith, type DescribedCall, operationsFromWire } from './operation.ts'

export const operationList = readAs(getOpenApi, {}, operationsFromWire)

/** Where the description itself is. */
export const descriptionAddress = getOpenApi.path

export type TriedCall = {
  readonly operation: DescribedCall
  readonly given: Readonly<Record<string, string>>
  readonly key: string
  readonly body: string
}

export type Heard = { readonly status: number; readonly text: string }

/** Sends it as any program would, or as the browser that is signed in. */
export const useAttempt = () =>
  useMutation<Heard, Refusal, TriedCall>({
    mutationFn: ({ operation, given, key, body }) => {
      const isText = operation.keys.includes('textKey')
      return sendRaw(addressWith(operation, given), {
        method: operation.method,
        headers: {
          ...(key && (isText ? { 'unstract-key': key } : { authorization: `Bearer ${key}` })),
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body }),
      })
    },
  })
