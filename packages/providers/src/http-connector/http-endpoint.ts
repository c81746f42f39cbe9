import { STATUS_CODES } from 'node:http'
import type { HttpCall, HttpConnector } from '@recto/provider-spec/http-connector'
import { ProviderError } from '@recto/provider-spec/provider-error'
import { signMessage } from '@recto/provider-spec/sign-message'
import { z } from 'zod'
import type { ConnectorCall } from '../kit/connector/connector-call.ts'
import { connectorSettings } from '../kit/connector/connector-settings.ts'
import { defineConnector } from '../kit/connector/define-connector.ts'
import { assertOk } from '../kit/connector/rest.ts'
import { ServiceFailure } from '../kit/connector/service-failure.ts'
import { optionalSecret, patternText, webAddress } from '../kit/fields.ts'

/** Headers that the product sets itself, and those that belong to the connection. */
const reservedHeaders =
  /^(?:x-recto-.*|idempotency-key|content-.*|host|connection|transfer-encoding|expect|upgrade|te|trailer|keep-alive)$/i

const headerName = patternText(
  {
    title: 'Header',
    description: 'The header that carries the key, such as Authorization or X-Api-Key.',
    prefill: 'Authorization',
  },
  /^[\w!#$%&'*+.^`|~-]{1,100}$/,
  'must be the name of a header',
).refine((name) => !reservedHeaders.test(name), 'is a header that Recto sets itself')

/** Each step of a connector ends after 60 seconds. */
const maxSeconds = 50

const settings = connectorSettings({
  title: 'HTTP endpoint',
  connectorName: 'HTTP endpoint',
  fields: {
    url: webAddress({
      title: 'Address',
      description:
        'Each result is sent to this address with POST. The test only shows that it answers, and sends nothing.',
    }).max(2000),
    signing_secret: optionalSecret({
      title: 'Signing secret',
      description:
        'Signs each call: X-Recto-Signature is the HMAC-SHA256 of the timestamp, a dot and the body. Leave empty to send calls without a signature.',
    }),
    header_name: headerName.optional(),
    header_secret: optionalSecret({
      title: 'Key',
      description: 'The value of the header, such as “Bearer …”, if the receiver requires one.',
    }),
    timeout: z.coerce.number().int().min(1).max(maxSeconds).default(30).meta({
      title: 'Timeout',
      description: 'How many seconds to wait for a reply before the call is sent again later.',
    }),
  },
})

type EndpointSettings = z.output<(typeof settings)['shape']>

export const httpEndpoint = defineConnector({
  id: 'httpendpoint|5d0c3f7e-3c0e-4b7d-9a31-6f0b8d2f4c19',
  kind: 'http-connector',
  name: 'HTTP endpoint',
  description: 'An address that receives each result as JSON. Write-only.',
  icon: '/icons/connector-icons/HTTP.svg',
  canRead: false,
  settings,
  hints: {
    unauthorised: 'Check “Key” and “Signing secret”.',
    'not-found': 'Check “Address”.',
    unreachable: 'Check “Address”.',
  },
  translate: refusedAddress,
  open: (values, { call, fetch }) => openEndpoint(values, { call, fetch }),
})

type EndpointContext = { readonly call: ConnectorCall; readonly fetch: typeof globalThis.fetch }

function openEndpoint(values: EndpointSettings, { call, fetch }: EndpointContext): HttpConnector {
  const credentials = credentialsOf(values)
  const request = async (init: RequestInit, signal: AbortSignal) => {
    const limit = AbortSignal.timeout(values.timeout * 1000)
    try {
      const requestSignal = AbortSignal.any([signal, limit])
      return await fetch(values.url, { ...init, redirect: 'manual', signal: requestSignal })
    } catch (error) {
      if (signal.aborted || !limit.aborted) throw error
      const message = `HTTP endpoint: The receiver did not answer within ${values.timeout} s.`
      throw new ProviderError({ code: 'timed-out', message })
    }
  }
  return {
    check: (options) =>
      call.step(options, async (signal) => {
        const response = await request({ method: 'HEAD', headers: credentials }, signal)
        await response.body?.cancel()
        if (!answersAsReceiver(response.status, values)) await assertOk(withoutBody(response))
      }),
    send: (httpCall, options) =>
      call.step(options, async (signal) => {
        const headers = { ...headersOf(httpCall, values), ...credentials }
        const response = await request({ method: 'POST', headers, body: httpCall.body }, signal)
        // A reply is not needed, may be large, and may quote the values that were sent.
        await response.body?.cancel()
        return (await assertOk(withoutBody(response))).status
      }),
    close: async () => {},
  }
}

/**
 * Whether a refusal of the test is what a receiver of calls may answer: it need not know other methods, and one of signed
 * calls may refuse what has no signature.
 */
function answersAsReceiver(status: number, { signing_secret: secret }: EndpointSettings): boolean {
  if (status === 401 || status === 403) return secret !== undefined && secret !== ''
  return status === 501 || (status >= 400 && status < 500)
}

/** Leaves of a refusal only the status and the wait, because the rest may quote what was sent. */
function withoutBody({ status, headers }: Response): Response {
  const retryAfter = headers.get('retry-after')
  const isRedirect = status >= 300 && status < 400
  return new Response(null, {
    status,
    statusText: isRedirect ? 'The address redirects.' : (STATUS_CODES[status] ?? ''),
    headers: retryAfter ? { 'retry-after': retryAfter } : {},
  })
}

const credentialsOf = ({
  header_name,
  header_secret,
}: EndpointSettings): Readonly<Record<string, string>> =>
  header_secret ? { [header_name || 'Authorization']: header_secret } : {}

function headersOf(
  { body, idempotencyKey, headers }: HttpCall,
  { signing_secret: secret }: EndpointSettings,
): Record<string, string> {
  const ownHeaders = { 'content-type': 'application/json', 'idempotency-key': idempotencyKey }
  const signature = secret ? signMessage(secret, body) : {}
  return { ...headers, ...ownHeaders, ...signature }
}

/** An address that users may not reach stays so. */
function refusedAddress(error: unknown): ServiceFailure | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause.name === 'RefusedAddressError') return new ServiceFailure('refused', cause.message)
  }
  return undefined
}
