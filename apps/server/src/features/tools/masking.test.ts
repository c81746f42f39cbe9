import { randomUUID } from 'node:crypto'
import { omitUndefined } from '@recto/omit-undefined'
import type { ReceivedCall } from '@recto/testkit/canned-model/received-call'
import { startCannedModelServer } from '@recto/testkit/canned-model-server'
import { afterAll, expect, test } from 'vitest'
import { maskingAll, plantedIn, plantedText, plantedValues } from '../../testing/planted-values.ts'
import { storeBytes } from '../documents/documents.port.ts'
import { openToolStory } from './testing/tool-story.ts'
import type { ToolRun } from './tool-run.ts'
import { runTool, type Tool } from './tools.port.ts'

const { close, server, ada, tenant, exportedTool, runOf } = await openToolStory()
/** Replies with the value after the requested label. */
const readLabel = ({ prompt, schema }: ReceivedCall) => {
  const document = prompt.slice(prompt.lastIndexOf('Document:'))
  const valueAfter = (label: string) =>
    new RegExp(`${label}: ([^\n]*)`).exec(document)?.[1]?.trim() ?? 'NA'
  const keys = (schema?.required ?? []) as string[]
  if (keys.length > 0) {
    return Object.fromEntries(keys.map((key) => [key, valueAfter(key.replace('item_', 'Item '))]))
  }
  return valueAfter(/Item \d+/.exec(prompt.slice(prompt.indexOf('Question:')))?.[0] ?? '')
}
const externalServer = await startCannedModelServer({ reply: readLabel })
const internalServer = await startCannedModelServer({ reply: readLabel })
const externalLlm = await ada.cannedLlm(externalServer, 'Outside model')
const internalLlm = await ada.cannedLlm(internalServer, 'Inside model')
await ada.person.patch(`adapter/${externalLlm}/`, { is_outside: true })
afterAll(async () => {
  await close()
  await externalServer.close()
  await internalServer.close()
})

const items = [1, 30, 60, 80, 110, 160, 175, 190]

/**
 * A tool that asks an external model for the items, and an internal one for those whose values are
 * masked.
 */
async function createTool(
  masking: object,
  maskedItems: readonly number[] = [],
  fields: object = {},
) {
  const settings = { enable_embedded_data: false, ...fields }
  const { tool_id } = await ada.project({
    ...settings,
    masking: { ...masking, prompts: maskedItems.map(keyOf) },
  })
  const defaultProfile = await ada.profile(tool_id, { llm: externalLlm, chunk_size: 0 })
  const internalProfile = await ada.profile(tool_id, { llm: internalLlm, chunk_size: 0 })
  await ada.person.patch(`prompt-studio/prompt-studio-profile/${tool_id}/`, {
    default_profile: defaultProfile.profile_id,
  })
  for (const item of items) {
    await ada.prompt(tool_id, {
      prompt_key: keyOf(item),
      prompt: `What stands behind Item ${item}?`,
      ...omitUndefined({
        profile_manager: maskedItems.includes(item) ? internalProfile.profile_id : undefined,
      }),
    })
  }
  return exportedTool(tool_id)
}

const keyOf = (item: number) => `item_${item}`

async function runOn(tool: Tool, overrides: Partial<ToolRun> = {}) {
  const bytes = Buffer.from(plantedText)
  const { hash } = await storeBytes(server.ctx, tenant, { bytes, mimeType: 'text/plain' })
  const document = { hash, name: 'planted.txt' }
  const runOptions = { document, runId: randomUUID(), ...overrides }
  return runTool(server.ctx, tenant, await runOf(tool, runOptions))
}

const listSentBodies = (requestsBefore: number) =>
  externalServer.requests.slice(requestsBefore).map(({ body }) => JSON.stringify(body))
const truth = Object.fromEntries(items.map((item) => [keyOf(item), plantedValues[item - 1]?.value]))

test.each([false, true])(
  'masks in a tool what its project masks (single pass: %s)',
  async (isPass) => {
    const fields = { single_pass_extraction_mode: isPass }
    const requestsBefore = externalServer.requests.length
    const { result, error } = await runOn(await createTool(maskingAll, [], fields))

    expect([error, result.output]).toEqual([null, truth])
    expect(externalServer.requests.length).toBe(requestsBefore + (isPass ? 1 : items.length))
    expect(plantedIn(listSentBodies(requestsBefore))).toEqual([])
  },
)

test('answers masked prompts first with an internal model, and masks their values for the others', async () => {
  const secret = [1, 190]
  const requestsBefore = externalServer.requests.length
  const tool = await createTool({}, secret, { single_pass_extraction_mode: true })
  const { result } = await runOn(tool)

  expect(result.output).toEqual(truth)
  const sentValues = plantedIn(listSentBodies(requestsBefore))
  expect(sentValues).toHaveLength(200 - secret.length)
  for (const item of secret) expect(sentValues).not.toContain(plantedValues[item - 1]?.value)
})

test('sends nothing when a masked value cannot be answered, and explains why', async () => {
  const tool = await createTool({}, [1])
  internalServer.script({ status: 400, message: 'No.' })
  const requestsBefore = externalServer.requests.length
  const { result, error } = await runOn(tool).catch((reason: Error) => ({
    result: null,
    error: reason.message,
  }))

  expect(externalServer.requests.length).toBe(requestsBefore)
  expect(result).toBeNull()
  expect(error).toContain('item_1')
})
