import { createHash, createHmac } from 'node:crypto'

type AwsKeys = { readonly accessKeyId: string; readonly secretAccessKey: string }

type AwsRequest = {
  readonly method: string
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly service: string
  readonly region: string
  readonly keys: AwsKeys
  readonly signedAt: Date
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** Returns the headers of a request to AWS, signed by Signature Version 4. */
export function signAwsRequest(request: AwsRequest): Record<string, string> {
  const { method, url, body, service, region, keys, signedAt } = request
  const time = signedAt.toISOString().replace(/[-:]|\.\d{3}/g, '')
  const day = time.slice(0, 8)
  const signed = Object.entries({ ...request.headers, host: url.host, 'x-amz-date': time })
    .map(([name, value]): [string, string] => [name.toLowerCase(), value.trim()])
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  const names = signed.map(([name]) => name).join(';')
  const canonical = [
    method,
    canonicalPath(url),
    url.searchParams.toString(),
    ...signed.map(([name, value]) => `${name}:${value}`),
    '',
    names,
    sha256(body),
  ].join('\n')

  const scope = `${day}/${region}/${service}/aws4_request`
  const toSign = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n')
  const key = [region, service, 'aws4_request'].reduce(
    (key: Buffer, part) => hmac(key, part),
    hmac(`AWS4${keys.secretAccessKey}`, day),
  )
  const signature = hmac(key, toSign).toString('hex')
  const credential = `${keys.accessKeyId}/${scope}`
  return {
    ...request.headers,
    'x-amz-date': time,
    authorization: `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=${names}, Signature=${signature}`,
  }
}

/** Encodes each part of the path a second time, as AWS requires. */
const canonicalPath = ({ pathname }: URL): string =>
  pathname
    .split('/')
    .map((part) =>
      encodeURIComponent(part).replace(
        /[!'()*]/g,
        (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
      ),
    )
    .join('/')
