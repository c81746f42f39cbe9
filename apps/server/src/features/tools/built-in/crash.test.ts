import { afterAll, expect, test } from 'vitest'
import { openToolStory } from '../testing/tool-story.ts'
import { findTool, runTool } from '../tools.port.ts'

const { close, server, model, canned: cannedId, tenant, runOf } = await openToolStory()
afterAll(close)

test('reuses the reply of a model after a crash', async () => {
  const { id: textExtractorId } = await server.ctx.db
    .selectFrom('adapter')
    .select('id')
    .where('kind', '=', 'text-extractor')
    .executeTakeFirstOrThrow()
  const settings = { classificationBins: ['Invoice', 'Letter'], llmId: cannedId, textExtractorId }
  const tool = await findTool(server.ctx, tenant, 'classify', settings)
  if (!tool) throw new Error('There is no such tool.')
  const run = await runOf(tool, { settings })
  model.script({ reply: 'Invoice' }, { reply: 'Letter' })
  const requestsBefore = model.requests.length
  // Crashes after the reply, before its step is stored.
  const crashingStep: typeof run.step = async (name, runPart) => {
    const result = await runPart()
    if (name.startsWith('classify')) throw new Error('killed')
    return result
  }

  await expect(runTool(server.ctx, tenant, { ...run, step: crashingStep })).rejects.toThrow(
    'killed',
  )
  const { result } = await runTool(server.ctx, tenant, run)

  expect(result.output).toEqual({ classification: 'Invoice' })
  expect(model.requests.length).toBe(requestsBefore + 1)
})
