import type { Endpoint, EndpointInput } from '@recto/contract/wire/endpoint'

/** A request of the own API. */
export type ApiRequest = {
  readonly endpoint: Endpoint
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | number | boolean>>
  /** A JSON body, or bytes. */
  readonly body?: object | Buffer
  /** The key of the text service, for its endpoints. */
  readonly textKey?: string
}

export type ApiReply = { readonly status: number; readonly text: string }

export type SendRequest = (request: ApiRequest, signal: AbortSignal) => Promise<ApiReply>

/** Describes a request of an endpoint with the types of its contract. */
export const requestOf = <E extends Endpoint>(
  endpoint: E,
  input: Partial<EndpointInput<E>> & Pick<ApiRequest, 'params'>,
): ApiRequest => ({ endpoint, ...(input as Omit<ApiRequest, 'endpoint'>) })
