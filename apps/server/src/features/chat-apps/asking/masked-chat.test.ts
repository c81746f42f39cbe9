import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  maskingAll,
  plantedIn,
  plantedText,
  plantedValues,
} from '../../../testing/planted-values.ts'
import { type ChatStory, openChatStory } from '../testing/chat-story.ts'

let story: ChatStory

beforeAll(async () => {
  story = await openChatStory()
})
afterAll(() => story?.close())

const value = plantedValues[0]?.value ?? ''

test('a conversation about documents sends no value of theirs, and answers with them', async () => {
  const files = { 'planted.txt': plantedText }
  const app = await story.makeApp({ name: 'masked', files, llmId: story.cannedId })
  await story.ada.patch(`adapter/${story.cannedId}/`, { is_outside: true })
  await story.ada.patch(`prompt-studio/${app.projectId}/`, { masking: maskingAll })
  await story.ada.post(`prompt-studio/export/${app.projectId}`, {
    is_shared_with_org: true,
    force_export: true,
  })
  const { ask } = await story.converse(app.id)
  const initialRequestCount = story.model.requests.length
  story.model.script({
    reply({ prompt }) {
      const [, row, placeholder] = /#(\d+)[^\n]*Item 1: (\[IBAN-[A-Z]{5}\])/.exec(prompt) ?? []
      return `It is ${placeholder} [#${row}], and not [IBAN-1].`
    },
  })
  const first = await ask('What stands behind Item 1?')
  story.model.script({ reply: 'The documents do not answer this question.' })
  await ask(`And whose is ${value}?`)

  expect(first.status).toBe(200)
  expect(JSON.stringify(first.body)).toContain(`It is ${value} [1], and not ….`)
  const bodies = story.model.requests
    .slice(initialRequestCount)
    .map(({ body }) => JSON.stringify(body))
  expect(bodies.length).toBeGreaterThan(1)
  expect(plantedIn(bodies)).toEqual([])
})

test('a file of an execution shows what has left for it, and what its placeholders stand for', async () => {
  const files = { 'first.txt': plantedText.slice(0, 40) }
  const app = await story.makeApp({ name: 'shown', files, llmId: story.cannedId })
  await story.ada.patch(`adapter/${story.cannedId}/`, { is_outside: true })
  await story.ada.patch(`prompt-studio/${app.projectId}/`, { masking: maskingAll })
  await story.ada.post(`prompt-studio/export/${app.projectId}`, {
    is_shared_with_org: true,
    force_export: true,
  })
  const execution = await app.hand({ 'second.txt': plantedText })
  const listedReply = await story.ada.get(`execution/${execution.id}/files/`)
  const file = listedReply.body.results.find(
    ({ file_name }: { file_name: string }) => file_name === 'second.txt',
  )
  const path = `execution/${execution.id}/files/${file.id}/sent/`
  const { status, body } = await story.ada.get(path)
  const stranger = story.server.as('admin', { name: 'otto', organization: 'elsewhere' })

  expect([status, body.calls.length]).toEqual([200, 1])
  expect(plantedIn([JSON.stringify(body.calls)])).toEqual([])
  const originals = body.placeholders.map(({ original }: { original: string }) => original)
  expect(plantedIn(originals)).toHaveLength(plantedValues.length)
  expect((await stranger.get(path)).status).toBe(404)
})
