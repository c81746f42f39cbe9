import type { DocumentText } from '@recto/document-text/model'
import { omitUndefined } from '@recto/omit-undefined'
import { z } from 'zod'
import { askJson } from '../kit/ask-json.ts'
import { defineProvider } from '../kit/define-provider.ts'
import { defineSettings } from '../kit/define-settings.ts'
import { text } from '../kit/fields.ts'
import { readGoogleAccount, serviceAccount, withGoogleToken } from '../kit/google-access.ts'
import { mimeTypeOf } from '../kit/mime-type.ts'
import { type Element, placeElements } from '../kit/place-elements.ts'

const limitSeconds = 300

/** Ranges in the text of the document. 64-bit numbers are sent as text. */
const Anchor = z.object({
  textSegments: z
    .array(z.object({ startIndex: z.coerce.number().default(0), endIndex: z.coerce.number() }))
    .default([]),
})
const Vertex = z.object({ x: z.number().default(0), y: z.number().default(0) })
const Layout = z.object({
  textAnchor: Anchor.default({ textSegments: [] }),
  confidence: z.number().min(0).max(1).optional(),
  boundingPoly: z.object({ normalizedVertices: z.array(Vertex).default([]) }).optional(),
})
const Page = z.object({
  dimension: z.object({ width: z.number(), height: z.number() }).optional(),
  lines: z.array(z.object({ layout: Layout })).default([]),
})
const Reply = z.object({
  document: z.object({ text: z.string().default(''), pages: z.array(Page).default([]) }),
})

/** Only the vendor's host is allowed, because the token is sent to it. */
const host = /^([a-z0-9]{1,30}-){0,4}documentai\.googleapis\.com$/
/** Path of a processor, with an optional version. */
const path =
  /^\/v1[a-z0-9]{0,10}\/projects\/[^/]{1,100}\/locations\/[^/]{1,50}\/processors\/[^/:]{1,100}(\/processorVersions\/[^/:]{1,100})?(:process)?$/

function isProcessor(address: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : undefined
  return url?.protocol === 'https:' && host.test(url.host) && path.test(url.pathname)
}

export const googleDocumentAi = defineProvider({
  id: 'googledocumentai|1013f64b-ecc9-4e35-b986-aebd60fb55d7',
  kind: 'ocr',
  name: 'GoogleDocumentAI',
  description: 'Google Document AI processors in your own Google Cloud project.',
  icon: '/icons/adapter-icons/GoogleDocumentAI.png',

  settings: defineSettings({
    title: 'Google Document AI OCR',
    fields: {
      url: text({
        title: 'URL',
        prefill: '',
        description:
          'The prediction endpoint of the processor, as shown in the Google Cloud console.',
      }).refine(isProcessor, 'must be the prediction endpoint of a Google Document AI processor'),
      credentials: serviceAccount('Google Service Account'),
    },
  }),

  open({ url, credentials }, { fetch, call }) {
    const account = readGoogleAccount(credentials, 'Google Service Account')
    const authorizedFetch = withGoogleToken(account, fetch)
    const ask = askJson({ name: 'Google Document AI', fetch: authorizedFetch, errorKey: 'error' })
    const processor = url.replace(/:process$/, '')
    return {
      read: (bytes, { signal } = {}): Promise<DocumentText> =>
        call({ limitSeconds, signal }, async (callSignal) => {
          const rawDocument = {
            content: Buffer.from(bytes).toString('base64'),
            mimeType: mimeTypeOf(bytes),
          }
          const body = { rawDocument, skipHumanReview: true }
          const request = { url: `${processor}:process`, body, shape: Reply, signal: callSignal }
          return documentOf(await ask(request))
        }),
      async testConnection() {
        const request = { url: processor, shape: z.object({ name: z.string() }) }
        await call({ limitSeconds }, (signal) => ask({ ...request, signal }))
      },
    }
  },
  check: (ocr) => ocr.testConnection(),
})

function documentOf({ document: { text, pages } }: z.output<typeof Reply>): DocumentText {
  // The service counts code points, not UTF-16 units.
  const letters = Array.from(text)
  return placeElements(
    pages.map(({ dimension, lines }, number) => ({
      number,
      width: dimension?.width ?? 595,
      height: dimension?.height ?? 842,
      elements: lines.map(({ layout }) => elementOf(layout, letters)),
    })),
  )
}

function elementOf(
  { textAnchor, confidence, boundingPoly }: z.output<typeof Layout>,
  letters: readonly string[],
) {
  const vertices = boundingPoly?.normalizedVertices ?? []
  const xs = vertices.map(({ x }) => x)
  const ys = vertices.map(({ y }) => y)
  const box: Element['box'] =
    vertices.length > 1
      ? [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
      : undefined
  const element: Element = {
    text: textAnchor.textSegments
      .flatMap(({ startIndex, endIndex }) => letters.slice(startIndex, endIndex))
      .join('')
      .trimEnd(),
    confidence,
    ...omitUndefined({ box }),
  }
  return element
}
