/** Measures the delay of the event loop while worker processes work on a large document, for bench-computing.ts. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { DocumentText } from '@recto/document-text/model'
import { storeDocumentText } from '@recto/document-text/stored-text'
import type { Question } from '@recto/provider-spec/answer'
import { openTextCompute } from '../../apps/server/src/entry/process/build-context.ts'
import { openText } from '../../apps/server/src/features/answering/text/open-text.ts'

export type LoopRow = {
  readonly document: string
  readonly operation: string
  readonly milliseconds: number
  readonly worstDelay: number
}

const embedNothing = async (texts: readonly string[]) => texts.map(() => [])

/** Measures the replies of a model to `prompts` prompts, and the built-in extractor with the given questions. */
export async function measureLoop(
  name: string,
  document: DocumentText,
  { prompts, questions }: { readonly prompts: number; readonly questions: readonly Question[] },
): Promise<readonly LoopRow[]> {
  const compute = openTextCompute()
  const bytes = new TextEncoder().encode(storeDocumentText(document))
  const input = { text: { load: async () => bytes }, key: name, name }
  const rows: LoopRow[] = []
  const time = async (label: string, work: () => Promise<unknown>) => {
    const delay = monitorEventLoopDelay({ resolution: 1 })
    delay.enable()
    const start = performance.now()
    await work()
    const milliseconds = Math.round(performance.now() - start)
    delay.disable()
    rows.push({
      document: name,
      operation: label,
      milliseconds,
      worstDelay: Math.round(delay.max / 1e5) / 10,
    })
  }
  await time('open and lay out', async () => {
    const text = await openText({ compute }, input)
    await text.wholeText()
  })
  const text = await openText({ compute }, input)
  await time(`${prompts} replies`, () =>
    Promise.all(
      Array.from({ length: prompts }, (_, i) => {
        const question = questions[i % questions.length]!
        return text.understand({ question, text: i % 2 === 0 ? 'Widget' : '2026-03-14' })
      }),
    ),
  )
  await time('5 questions without a model', () =>
    text.answerByBuiltInExtractor(questions, embedNothing),
  )
  await compute.close()
  return rows
}
