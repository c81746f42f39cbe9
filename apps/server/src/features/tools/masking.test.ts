import { randomUUID } from 'node:crypto'
import type { ReceivedCall } from '@recto/testkit/canned-model/received-call'
import { startCannedModelServer } from '@recto/testkit/canned-model-server'
import { afterAll, expect, test } from 'vitest'
import { maskingAll, planted, plantedIn, plantedText } from '../../testing/planted-values.ts'
import { storeBytes } from '../documents/documents.port.ts'
import { openToolStory } from './testing/tool-story.ts'
import { runTool, type Tool, type ToolRun } from './tools.port.ts'

const { close, server, ada, tenant, exportedTool, runOf } = await openToolStory()
/** Says what stands behind the label that it is asked for. */
const read = ({ prompt, schema }: ReceivedCall) => {
  const document = prompt.slice(prompt.lastIndexOf('Document:'))
  const behind = (label: string) =>
    new RegExp(`${label}: ([^\n]*)`).exec(document)?.[1]?.trim() ?? 'NA'
  const keys = (schema?.required ?? []) as string[]
  if (keys.length > 0) {
    return Object.fromEntries(keys.map((key) => [key, behind(key.replace('item_', 'Item '))]))
  }
  return behind(/Item \d+/.exec(prompt.slice(prompt.indexOf('Question:')))?.[0] ?? '')
}
const outer = await startCannedModelServer({ reply: read })
const inner = await startCannedModelServer({ reply: read })
const outside = await ada.cannedLlm(outer, 'Outside model')
const inside = await ada.cannedLlm(inner, 'Inside model')
await ada.person.patch(`adapter/${outside}/`, { is_outside: true })
afterAll(async () => {
  await close()
  await outer.close()
  await inner.close()
})

const items = [1, 30, 60, 80, 110, 160, 175, 190]

/** Asks a model that is outside for the items, and one that is inside for those whose values are masked. */
async function toolOf(masking: object, masked: readonly number[] = [], fields: object = {}) {
  const settings = { enable_embedded_data: false, ...fields }
  const { tool_id } = await ada.project({
    ...settings,
    masking: { ...masking, prompts: masked.map(keyOf) },
  })
  const usual = await ada.profile(tool_id, { llm: outside, chunk_size: 0 })
  const own = await ada.profile(tool_id, { llm: inside, chunk_size: 0 })
  await ada.person.patch(`prompt-studio/prompt-studio-profile/${tool_id}/`, {
    default_profile: usual.profile_id,
  })
  for (const item of items) {
    await ada.prompt(tool_id, {
      ...{ prompt_key: keyOf(item), prompt: `What stands behind Item ${item}?` },
      ...(masked.includes(item) && { profile_manager: own.profile_id }),
    })
  }
  return exportedTool(tool_id)
}

const keyOf = (item: number) => `item_${item}`

async function outputOf(tool: Tool, more: Partial<ToolRun> = {}) {
  const bytes = Buffer.from(plantedText)
  const { hash } = await storeBytes(server.ctx, tenant, { bytes, mimeType: 'text/plain' })
  const document = { hash, name: 'planted.txt' }
  const given = { document, runId: randomUUID(), ...more }
  return runTool(server.ctx, tenant, await runOf(tool, given))
}

const sent = (before: number) =>
  outer.requests.slice(before).map(({ body }) => JSON.stringify(body))
const truth = Object.fromEntries(items.map((item) => [keyOf(item), planted[item - 1]?.value]))

test.each([false, true])(
  'what a project masks its tool masks, in a single pass: %s',
  async (isPass) => {
    const fields = { single_pass_extraction_mode: isPass }
    const before = outer.requests.length
    const { result, error } = await outputOf(await toolOf(maskingAll, [], fields))

    expect([error, result.output]).toEqual([null, truth])
    expect(outer.requests.length).toBe(before + (isPass ? 1 : items.length))
    expect(plantedIn(sent(before))).toEqual([])
  },
)

test('values of prompts are answered first, by a model that is inside, and are masked for the others', async () => {
  const secret = [1, 190]
  const before = outer.requests.length
  const tool = await toolOf({}, secret, { single_pass_extraction_mode: true })
  const { result } = await outputOf(tool)

  expect(result.output).toEqual(truth)
  const left = plantedIn(sent(before))
  expect(left).toHaveLength(200 - secret.length)
  for (const item of secret) expect(left).not.toContain(planted[item - 1]?.value)
})

test('where they cannot be answered, nothing leaves and the fields say why', async () => {
  const tool = await toolOf({}, [1])
  inner.script({ status: 400, message: 'No.' })
  const before = outer.requests.length
  const { result, error } = await outputOf(tool).catch((reason: Error) => ({
    result: null,
    error: reason.message,
  }))

  expect(outer.requests.length).toBe(before)
  expect(result).toBeNull()
  expect(error).toContain('item_1')
})
