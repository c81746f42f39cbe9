import { createHmac } from 'node:crypto'

type AzureRequest = {
  readonly method: string
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  /** Bytes of the body. */
  readonly length: number
}

/** The `authorization` header of a request with a key of the account (“Shared Key” of Azure Storage). */
export function signAzureRequest(
  { account, key }: { readonly account: string; readonly key: string },
  request: AzureRequest,
): string {
  const signature = createHmac('sha256', Buffer.from(key, 'base64'))
    .update(textToSign(account, request), 'utf8')
    .digest('base64')
  return `SharedKey ${account}:${signature}`
}

/** Headers that are part of the signature, empty if not sent. The date is always in `x-ms-date`. */
const signed = [
  'content-encoding',
  'content-language',
  'content-length',
  'content-md5',
  'content-type',
  'date',
  'if-modified-since',
  'if-match',
  'if-none-match',
  'if-unmodified-since',
  'range',
]

function textToSign(account: string, { method, url, headers, length }: AzureRequest): string {
  const allHeaders = { ...headers, 'content-length': length === 0 ? '' : String(length) }
  const standard = signed.map((name) => (allHeaders as Record<string, string>)[name] ?? '')
  const own = Object.entries(headers)
    .filter(([name]) => name.startsWith('x-ms-'))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}:${value.trim()}`)
  const queryLines = [...url.searchParams]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `\n${name.toLowerCase()}:${value}`)
  return [method, ...standard, ...own, `/${account}${url.pathname}${queryLines.join('')}`].join(
    '\n',
  )
}
