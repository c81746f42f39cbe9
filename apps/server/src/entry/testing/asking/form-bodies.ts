import type { Endpoint } from '@recto/contract/wire/endpoint'
import { mutation } from '@recto/document-reader/testing/mutate-file'
import fc, { type Arbitrary } from 'fast-check'
import { arbitraryOf, type FieldMeanings } from '../../../testing/arbitrary-of.ts'

const boundary = 'b0undary'
const formType = `multipart/form-data; boundary=${boundary}`

export type Content = { readonly body: string | Uint8Array<ArrayBuffer>; readonly type: string }

const name = fc.oneof(
  fc.constantFrom(
    'file',
    'files',
    'file_hashes',
    'timeout',
    'tags',
    'a',
    '',
    '__proto__',
    'toString',
  ),
  fc.constantFrom(
    'a[b]',
    'a\ud800',
    'x'.repeat(5000),
    'ä',
    'a%00b',
    '"; filename="b',
    'constructor',
  ),
  fc.string({ unit: 'binary', maxLength: 20 }),
)
const fileName = fc.oneof(
  fc.constantFrom('a.pdf', 'a.txt', 'a', '', '.', '..', '../../etc/passwd', 'C:\\a.pdf', '/a.pdf'),
  fc.constantFrom('x'.repeat(2000), 'a\0.pdf', 'a\r\nb: c', '\u202efdp.a', '"', 'ä.pdf', '%00.pdf'),
)
const mimeType = fc.constantFrom(
  'application/pdf',
  'text/plain',
  '',
  'a',
  'text/html',
  'multipart/mixed; boundary=c',
)
const samples = ['Total 30.00\n', '', '%PDF-1.7\n', '\0', 'GIF89a', '{', 'x'.repeat(200_000)]

/** Three of four times what a client sends. */
const mostly = (usual: readonly string[], odd: Arbitrary<string>): Arbitrary<string> =>
  fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...usual) }, { weight: 1, arbitrary: odd })

const filePart = fc
  .record({
    name: mostly(['file', 'files'], name),
    fileName: mostly(['a.pdf', 'b.txt'], fileName),
    mimeType: mostly(['application/pdf', 'text/plain'], mimeType),
    content: fc.constantFrom(...samples),
  })
  .map(
    (part) =>
      `Content-Disposition: form-data; name="${part.name}"; filename="${part.fileName}"\r\n` +
      `Content-Type: ${part.mimeType}\r\n\r\n${part.content}`,
  )

const fieldPart = (field: string, value: unknown): string => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return `Content-Disposition: form-data; name="${field}"\r\n\r\n${text}`
}

/** Headers that no client writes, and many small parts. */
const oddPart = fc.oneof(
  fc.tuple(name, fc.string({ maxLength: 50 })).map(([field, value]) => fieldPart(field, value)),
  fc.constantFrom(
    '',
    '\r\n',
    '\r\n\r\n',
    'Content-Disposition: form-data\r\n\r\n',
    'a: b\r\n\r\nc',
    `${'x-a: b\r\n'.repeat(3000)}\r\n`,
    `Content-Disposition: form-data; name="f"; filename*=utf-8''%ZZ%00\r\n\r\na`,
    'Content-Disposition: form-data; name="f"\r\nContent-Transfer-Encoding: base64\r\n\r\n====',
  ),
)

/** Multipart forms: most of them as the endpoint wants them, with files, and some in no form at all. */
export function formsTo({ body }: Endpoint, knownThings: FieldMeanings): Arbitrary<Content> {
  const fields = body ? arbitraryOf(body, knownThings) : fc.constant({})
  const fittingTexts = fields.map((values) =>
    typeof values === 'object' && values !== null
      ? Object.entries(values).map(([field, value]) => fieldPart(field, value))
      : [],
  )
  const odd = fc.oneof(fc.constant([]), fc.array(oddPart, { maxLength: 2 }))
  const parts = fc
    .tuple(fittingTexts, fc.array(filePart, { maxLength: 3 }), odd)
    .map((all) => all.flat())
  const manyParts = fc
    .tuple(oddPart, fc.constantFrom(99, 101, 2000))
    .map(([one, count]) => Array(count).fill(one))
  const whole = fc
    .oneof({ weight: 8, arbitrary: parts }, { weight: 1, arbitrary: manyParts })
    .map((all: readonly string[]) => Buffer.from(`${all.map(asPart).join('')}--${boundary}--\r\n`))
  const mutatedBodies = fc
    .tuple(whole, mutation)
    .map(([bytes, mutate]) => Buffer.from(mutate(bytes)))
  const types = fc.constantFrom(
    formType,
    formType,
    formType,
    formType,
    'multipart/form-data',
    'multipart/form-data; boundary=',
    `multipart/form-data; boundary=${'-'.repeat(300)}`,
    'multipart/mixed; boundary=b0undary',
  )
  return fc
    .tuple(
      fc.oneof({ weight: 3, arbitrary: whole }, { weight: 1, arbitrary: mutatedBodies }),
      types,
    )
    .map(([bytes, type]) => ({ body: new Uint8Array(bytes), type }))
}

const asPart = (part: string) => `--${boundary}\r\n${part}\r\n`

/** Bytes of any type, for an endpoint that takes a document as its body. */
export const documents: Arbitrary<Content> = fc
  .tuple(
    fc.constantFrom(...samples, 'http://127.0.0.1:1/a.pdf', 'file:///etc/passwd', 'https://[::1]/'),
    mutation,
    fc.boolean(),
    fc.constantFrom('application/octet-stream', 'text/plain', 'application/json', formType, 'a'),
  )
  .map(([sample, mutate, isChanged, type]) => {
    const bytes = Buffer.from(sample)
    return { body: new Uint8Array(isChanged ? mutate(bytes) : bytes), type }
  })
