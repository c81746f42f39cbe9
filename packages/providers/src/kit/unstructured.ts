import { omitUndefined } from '@recto/omit-undefined'
import type { TextExtractor } from '@recto/provider-spec/text-extractor'
import { z } from 'zod'
import { asForm } from './as-form.ts'
import type { ProviderContext } from './define-provider.ts'
import { type Element, type ElementPage, placeElements } from './place-elements.ts'
import { readJsonAnswer } from './read-answer.ts'

const Point = z.tuple([z.number(), z.number()])
const Elements = z.array(
  z.object({
    text: z.string().default(''),
    metadata: z
      .object({
        page_number: z.number().int().min(1).optional(),
        coordinates: z
          .object({
            points: z.array(Point).min(2),
            layout_width: z.number().positive(),
            layout_height: z.number().positive(),
          })
          .nullish(),
      })
      .default({}),
  }),
)
type ElementSeen = z.output<typeof Elements>[number]

const limitSeconds = 900

type UnstructuredServer = {
  readonly name: string
  readonly url: string
  readonly key?: string
  readonly context: Pick<ProviderContext, 'fetch' | 'call'>
}

type CheckedExtractor = TextExtractor & {
  /** Throws `ProviderError` when the address or the key is wrong. */
  testConnection(): Promise<void>
}

/** Makes an extractor that uses a server of Unstructured. */
export function readByUnstructured({
  name,
  url,
  key,
  context,
}: UnstructuredServer): CheckedExtractor {
  const { fetch, call } = context
  async function send(bytes: Uint8Array, fileName: string, signal: AbortSignal) {
    const fields = { coordinates: 'true', strategy: 'auto', output_format: 'application/json' }
    const form = await asForm(fields, { field: 'files', name: fileName, bytes })
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        accept: 'application/json',
        'content-type': form.type,
        ...omitUndefined({ 'unstructured-api-key': key }),
      },
      body: form.bytes,
      signal,
    })
    return readJsonAnswer(response, { name, shape: Elements, errorKey: 'detail' })
  }
  return {
    read: (bytes, { name: fileName = 'document', signal } = {}) =>
      call({ limitSeconds, signal }, async (callSignal) =>
        placeElements(pagesOf(await send(bytes, fileName, callSignal))),
      ),
    async testConnection() {
      const text = new TextEncoder().encode('A test of the connection.')
      await call({ limitSeconds }, (signal) => send(text, 'test.txt', signal))
    },
  }
}

/** Texts without page numbers form one page. */
function pagesOf(elements: readonly ElementSeen[]): readonly ElementPage[] {
  const last = Math.max(1, ...elements.map(({ metadata }) => metadata.page_number ?? 1))
  return Array.from({ length: last }, (_, number) => {
    const own = elements.filter(({ metadata }) => (metadata.page_number ?? 1) === number + 1)
    const layout = own.map(({ metadata }) => metadata.coordinates).find((one) => one)
    return {
      number,
      width: layout?.layout_width ?? 595,
      height: layout?.layout_height ?? 842,
      elements: own.map(elementOf),
    }
  })
}

function elementOf({ text, metadata: { coordinates } }: ElementSeen): Element {
  if (!coordinates) return { text }
  const { points, layout_width: width, layout_height: height } = coordinates
  const xs = points.map(([x]) => x / width)
  const ys = points.map(([, y]) => y / height)
  return { text, box: [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)] }
}
