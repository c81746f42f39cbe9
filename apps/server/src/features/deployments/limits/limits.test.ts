import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { type CannedModelServer, startCannedModelServer } from '@recto/testkit/canned-model-server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  makeDeployment,
  makeTool,
  makeWorkflow,
  type TestDeployment,
} from '../../../testing/make-tool.ts'
import type { Person } from '../../../testing/people.ts'
import { startServer, type TestServer } from '../../../testing/start-server.ts'

const env = {
  RECTO_API_CALLS_PER_MINUTE: '8',
  RECTO_API_RUNS_PER_ORGANIZATION: '2',
  RECTO_API_RUNS: '3',
}

let server: TestServer
let secondServer: TestServer
let models: CannedModelServer
let ownDeployment: TestDeployment
let otherDeployment: TestDeployment

beforeAll(async () => {
  models = await startCannedModelServer({ reply: 'Dear Ada' })
  server = await startServer({ worker: true, env })
  secondServer = await startServer({ beside: server, env })
  ownDeployment = await deploymentOf(server.as('admin'))
  otherDeployment = await deploymentOf(
    server.as('admin', { name: 'otto', organization: 'otherwise' }),
  )
})
afterAll(async () => {
  await secondServer?.close()
  await server?.close()
  await models?.close()
})
/** Another minute begins. */
beforeEach(() => server.ctx.db.deleteFrom('api_call_count').execute())

async function deploymentOf(person: Person) {
  const { body: llm } = await person.post('adapter/', {
    adapter_id: 'openaicompatible|b6d10f33-2c41-49fc-a8c2-58d2b247fc09',
    adapter_name: 'Canned',
    adapter_type: 'LLM',
    adapter_metadata: { api_base: `${models.url}/v1`, model: 'canned', max_retries: 0 },
  })
  const fields = [{ key: 'greeting', prompt: 'How does it begin?' }]
  const sample = { name: 'a.txt', content: 'Hello.' }
  const tool = await makeTool(person, { name: 'Letters', fields, sample, llmId: llm.id })
  return makeDeployment(person, 'letters', await makeWorkflow(person, 'Letters', tool.toolId))
}

/** Calls that come at once, by turns at either of two processes. */
const callAtOnce = (times: number, call: (target: TestServer, place: number) => Promise<Reply>) =>
  Promise.all(
    Array.from({ length: times }, (_, place) =>
      call(place % 2 === 0 ? server : secondServer, place),
    ),
  )

type Reply = Awaited<ReturnType<Person['upload']>>

function send(
  target: TestServer,
  to: typeof ownDeployment,
  texts: readonly string[],
): Promise<Reply> {
  const files = texts.map((content, n) => ({ name: `${n}.txt`, content, field: 'files' }))
  return target.anonymous.upload(
    to.path,
    { files },
    { headers: { authorization: `Bearer ${to.key}` } },
  )
}

const sorted = (replies: readonly Reply[]) => replies.map(({ status }) => status).sort()

test('calls beyond what a minute allows are refused, exactly, in all processes together', async () => {
  const empty = (target: TestServer) => send(target, ownDeployment, [])
  const replies = await callAtOnce(12, empty)
  const refusedReplies = replies.filter(({ status }) => status === 429)
  const left = replies.map(({ headers }) => Number(headers.get('ratelimit-remaining')))

  // Those that are let in are told that they sent no file.
  expect(sorted(replies)).toEqual([...Array(8).fill(400), ...Array(4).fill(429)])
  expect(left.sort((a, b) => b - a)).toEqual([7, 6, 5, 4, 3, 2, 1, 0, 0, 0, 0, 0])
  for (const { body, headers } of refusedReplies) {
    expect(body).toMatchObject({ type: 'client_error', errors: [{ attr: null }] })
    expect(headers.get('ratelimit-limit')).toBe('8')
    const seconds = Number(headers.get('retry-after'))
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThanOrEqual(60)
    expect(headers.get('ratelimit-reset')).toBe(String(seconds))
  }
  expect((await send(server, otherDeployment, [])).status).toBe(400)
})

test('the count begins anew with the next minute, and who may not call counts for nothing', async () => {
  await callAtOnce(9, (target) => send(target, ownDeployment, []))
  await server.ctx.db
    .updateTable('api_call_count')
    .set({ began_at: new Date(Date.now() - 61_000) })
    .execute()
  const nextReply = await send(server, ownDeployment, [])
  const stranger = await send(server, { ...ownDeployment, key: otherDeployment.key }, [])
  const finalReply = await send(server, ownDeployment, [])

  expect([nextReply.status, nextReply.headers.get('ratelimit-remaining')]).toEqual([400, '7'])
  expect([stranger.status, stranger.headers.get('ratelimit-limit')]).toEqual([401, null])
  expect(finalReply.headers.get('ratelimit-remaining')).toBe('6')
})

test('runs beyond the bound are refused until one has ended, in all processes together', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  for (let heldCount = 0; heldCount < 3; heldCount++) models.script({ until: promise })
  const replies = await callAtOnce(6, (target, place) =>
    send(target, ownDeployment, [`Dear ${place}`]),
  )
  const otherReply = await send(server, otherDeployment, ['Dear other'])
  const excessReply = await send(server, otherDeployment, ['Dear beyond'])
  const acceptedReplies = replies.filter(({ status }) => status === 200)
  const refusedReply = replies.find(({ status }) => status === 429)

  expect(sorted(replies)).toEqual([200, 200, 429, 429, 429, 429])
  expect(refusedReply?.headers.get('retry-after')).toBe('5')
  // Two of ours and one of theirs are all that the installation takes.
  expect([otherReply.status, excessReply.status]).toEqual([200, 429])

  resolve()
  const path = acceptedReplies[0]?.body.message.status_api
  const headers = { authorization: `Bearer ${ownDeployment.key}` }
  await expect.poll(async () => (await server.anonymous.get(path, { headers })).status).toBe(200)
  expect((await send(server, ownDeployment, ['Dear next'])).status).toBe(200)
})

test('a run that could not begin keeps no place', async () => {
  await server.ctx.db.deleteFrom('api_run_place').execute()
  const form = new FormData()
  form.set('presigned_urls', 'http://inside.example/a.txt')
  const refusedResponse = await fetch(`${server.origin}${ownDeployment.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ownDeployment.key}` },
    body: form,
  })

  expect(refusedResponse.status).toBe(400)
  expect(await server.ctx.db.selectFrom('api_run_place').selectAll().execute()).toEqual([])
})

/** The official client of the Model Context Protocol, as an agent has it. */
async function agentAt(target: TestServer): Promise<Client> {
  const client = new Client({ name: 'agent', version: '1.0.0' })
  const transport = new StreamableHTTPClientTransport(
    new URL(`${ownDeployment.path}mcp`, target.origin),
    {
      requestInit: { headers: { authorization: `Bearer ${ownDeployment.key}` } },
    },
  )
  // The client's own types disagree with themselves under exact optional properties.
  await client.connect(transport as Parameters<Client['connect']>[0])
  return client
}

async function askTool(agent: Client, name: string, toolArguments: Record<string, unknown> = {}) {
  const { content, isError } = await agent.callTool({ name, arguments: toolArguments })
  const [first] = content as { text: string }[]
  return { isError, said: JSON.parse(first?.text ?? '') }
}

function extract(agent: Client, text: string) {
  const documents = [{ name: 'a.txt', content: Buffer.from(text).toString('base64') }]
  return askTool(agent, 'extractDocument', { documents, timeout: 0 })
}

test('agents count with all other callers, and read the refusal as the answer of the tool', async () => {
  const [firstAgent, secondAgent] = await Promise.all([agentAt(server), agentAt(secondServer)])
  const { promise, resolve } = Promise.withResolvers<void>()
  for (let heldCount = 0; heldCount < 2; heldCount++) models.script({ until: promise })
  const first = await extract(firstAgent, 'Dear agent')
  const second = await extract(secondAgent, 'Dear other agent')
  const third = await extract(secondAgent, 'Dear third agent')
  const program = await send(server, ownDeployment, ['Dear program'])

  expect([first.said.execution_status, second.said.execution_status]).toEqual([
    'PENDING',
    'PENDING',
  ])
  expect(third.isError).toBe(true)
  expect(third.said.error).toBe('Too many runs are in progress. Try again later.')
  expect(program.status).toBe(429)

  resolve()
  const { execution_id } = first.said
  await expect
    .poll(
      async () =>
        (await askTool(firstAgent, 'getExecutionStatus', { execution_id })).said.result?.length,
    )
    .toBe(1)
  // Four have been counted, three of them by agents; to ask how a run gets on is free.
  const programs = await callAtOnce(4, (target) => send(target, ownDeployment, []))
  const excessResult = await extract(firstAgent, 'Dear late agent')
  const infoResult = await askTool(secondAgent, 'getApiInfo')
  await Promise.all([firstAgent.close(), secondAgent.close()])

  expect(sorted(programs)).toEqual([400, 400, 400, 400])
  expect(excessResult.isError).toBe(true)
  expect(excessResult.said.error).toMatch(/^Too many calls: the limit is 8 per minute\./)
  expect([infoResult.isError, infoResult.said.api_name]).toEqual([false, 'letters'])
})
