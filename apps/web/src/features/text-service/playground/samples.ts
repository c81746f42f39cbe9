import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { fetchFile, sendRaw } from '../../../shared/api/requests.ts'
import type { ExtractionOptions } from './options.ts'

const base = '/samples'

const SampleFile = z.array(
  z.object({
    file: z.string(),
    title: z.string(),
    description: z.string(),
    processing_mode: z.enum(['form', 'native_text', 'low_cost', 'high_quality']),
    mark_vertical_lines: z.boolean(),
    mark_horizontal_lines: z.boolean(),
  }),
)

export type PlaygroundSample = {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly picture: string
  readonly options: Pick<ExtractionOptions, 'mode' | 'marksVertical' | 'marksHorizontal'>
}

/** Sample documents, each with its recommended options. */
export const samples = queryOptions<readonly PlaygroundSample[]>({
  queryKey: ['samples'],
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
  async queryFn({ signal }) {
    const answer = await sendRaw(`${base}/samples.json`, { method: 'GET', signal })
    return SampleFile.parse(JSON.parse(answer.text)).map((wire) => ({
      name: wire.file,
      title: wire.title,
      description: wire.description,
      picture: `${base}/${wire.file.replace(/\.pdf$/, '.webp')}`,
      options: {
        mode: wire.processing_mode,
        marksVertical: wire.mark_vertical_lines,
        marksHorizontal: wire.mark_horizontal_lines,
      },
    }))
  },
})

export async function fetchSample({ name }: PlaygroundSample): Promise<File> {
  const bytes = await fetchFile(`${base}/${encodeURIComponent(name)}`)
  return new File([bytes], name, { type: 'application/pdf' })
}
