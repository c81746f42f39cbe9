import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import {
  deployFields,
  sendOrders,
} from '../../../apps/server/src/entry/testing/order-deployment.ts'
import { makeTool } from '../../../apps/server/src/testing/make-tool.ts'
import type { TestReply } from '../../../apps/server/src/testing/people.ts'
import type { BenchInstallation } from '../installation.ts'
import type { HostileServers } from './hostile-servers.ts'

export type AttackStage = {
  readonly installation: BenchInstallation
  readonly servers: HostileServers
  readonly isQuick: boolean
}

/** A request that tries to block the server or to exhaust its resources. */
export type Attack = {
  readonly name: string
  /** The reply that the caller must receive. */
  readonly expectedReply: RegExp
  readonly run: (stage: AttackStage) => Promise<string>
}

const blanks = ' '.repeat(20_000)
const sample = { name: 'sample.txt', content: 'Order number: 1', type: 'text/plain' }

/** A body that is too large is not read to its end; some clients see the cut connection before the reply. */
const tooLarge = /^(?:413 |cut off)/

/** All inputs that once blocked the product or made it use all of the memory. */
export const attacks: readonly Attack[] = [
  {
    name: 'a prompt of 20,000 blanks behind an open brace',
    expectedReply: /^202 answered/,
    run: (stage) => askPrompt(stage, `What is the order number? {{${blanks}`),
  },
  {
    name: 'a prompt of 20,000 per cent signs',
    expectedReply: /^202 answered/,
    run: (stage) => askPrompt(stage, `What is the order number? ${'%'.repeat(20_000)}`),
  },
  {
    name: 'addresses of 14,000 points, by four strangers',
    expectedReply: /^(?:200|404)$/,
    run: (stage) => askAsStrangers(stage, `/${'.'.repeat(14_000)}/a`),
  },
  {
    name: 'addresses of 4,500 blanks, by four strangers',
    expectedReply: /^(?:200|404)$/,
    run: (stage) => askAsStrangers(stage, `/${'%20'.repeat(4500)}!`),
  },
  {
    name: 'a number of 14,000 digits for the text service',
    expectedReply: /^400 /,
    run: askTextService,
  },
  {
    name: 'a model’s reply of 3 GB',
    expectedReply: /has more than 67108/,
    run: (stage) => askModel(stage, 'large'),
  },
  {
    name: 'a model’s reply without end',
    expectedReply: /did not answer within/,
    run: (stage) => askModel(stage, 'endless'),
  },
  {
    name: 'a model that leads elsewhere',
    expectedReply: /returned 302/,
    run: (stage) => askModel(stage, 'redirecting'),
  },
  {
    name: 'a sign-in of 10 MB',
    expectedReply: tooLarge,
    run: ({ installation: { admin } }) =>
      describeReply(
        admin.post('/api/v1/login', new URLSearchParams({ username: 'a', password: text(10) })),
      ),
  },
  {
    name: 'a description of 9.9 MB',
    expectedReply: tooLarge,
    run: ({ installation: { admin } }) =>
      describeReply(
        admin.post('workflow/', { workflow_name: randomUUID(), description: text(9.9) }),
      ),
  },
  {
    name: 'a prompt of 9.9 MB',
    expectedReply: /^400 .*no more than/,
    run: (stage) => changeProject(stage, { summarize_prompt: text(9.9) }),
  },
  {
    name: 'settings of 50,000 keys',
    expectedReply: /^400 .*no more than/,
    run: (stage) => changeEndpoint(stage, manyKeys(50_000)),
  },
  {
    name: 'settings of 100,000 levels',
    expectedReply: /^400 /,
    run: (stage) => changeEndpoint(stage, nested(100_000)),
  },
  {
    name: 'a list of 300,000 people',
    expectedReply: /^400 .*no more than/,
    run: (stage) => changeProject(stage, { shared_users: Array(300_000).fill(1) }),
  },
  { name: '200 bodies that stand still', expectedReply: /^200 of 200 cut/, run: holdBodies },
]

const text = (megabytes: number) => 'a'.repeat(megabytes * 1_000_000)
const manyKeys = (count: number) =>
  `{${Array.from({ length: count }, (_, index) => `"key${index}":0`).join()}}`
const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`

async function describeReply(reply: Promise<TestReply>): Promise<string> {
  const answer = await reply.catch((error) => {
    if (error instanceof TypeError) return undefined
    throw error
  })
  if (!answer) return 'cut off'
  const { status, body } = answer
  return status < 400 ? String(status) : `${status} ${JSON.stringify(body)}`
}

async function askPrompt(
  { installation: { admin } }: AttackStage,
  prompt: string,
): Promise<string> {
  const fields = [{ key: 'order', prompt }]
  const { projectId, documentId } = await makeTool(admin, { name: randomUUID(), fields, sample })
  const { body: project } = await admin.get(`prompt-studio/${projectId}/`)
  const { status, body } = await admin.post(`prompt-studio/fetch_response/${projectId}`, {
    id: project.prompts[0].prompt_id,
    document_id: documentId,
  })
  return `${status} ${body[0]?.output === undefined ? JSON.stringify(body) : 'answered'}`
}

/** Opens four connections, each of which sends the next request as soon as it has a reply. */
async function askAsStrangers(
  { installation, isQuick }: AttackStage,
  path: string,
): Promise<string> {
  const until = performance.now() + (isQuick ? 2000 : 10_000)
  const statuses = new Set<number>()
  async function ask() {
    while (performance.now() < until) {
      const answer = await fetch(`${installation.origin}${path}`)
      await answer.arrayBuffer()
      statuses.add(answer.status)
    }
  }
  await Promise.all([ask(), ask(), ask(), ask()])
  return [...statuses].join()
}

const keyProgram = fileURLToPath(
  new URL('../../../apps/server/src/entry/text-service-key.ts', import.meta.url),
)

async function askTextService({ installation }: AttackStage): Promise<string> {
  const { admin, dataDir } = installation
  const env = { ...process.env, RECTO_DATA_DIR: dataDir }
  const { stdout } = await promisify(execFile)(process.execPath, [keyProgram], { env })
  const path = `/api/v2/whisper?median_filter_size=${'1'.repeat(14_000)}x`
  const headers = { 'unstract-key': stdout.trim() }
  return describeReply(admin.post(path, {}, { headers }))
}

async function askModel(
  { installation: { admin }, servers }: AttackStage,
  serverName: keyof HostileServers,
): Promise<string> {
  const fields = [{ key: 'order', prompt: 'What is the order number?' }]
  const name = `hostile-${randomUUID().slice(0, 8)}`
  const modelUrl = servers[serverName]
  const settings = { name, modelUrl, fields, sample, timeoutSeconds: 10 }
  const deployment = await deployFields(admin, settings)
  const { body } = await sendOrders(admin, deployment, {
    files: [{ ...sample, field: 'files' }],
    seconds: 120,
  })
  return String(body.message?.result?.[0]?.error ?? JSON.stringify(body))
}

async function changeProject(
  { installation: { admin } }: AttackStage,
  change: object,
): Promise<string> {
  const { body } = await admin.get('prompt-studio/')
  return describeReply(admin.patch(`prompt-studio/${body[0].tool_id}/`, change))
}

/** Writes the JSON by hand, because a serializer cannot nest so deeply. */
async function changeEndpoint(
  { installation: { admin, origin } }: AttackStage,
  configuration: string,
): Promise<string> {
  const { body } = await admin.get('workflow/endpoint/')
  const { sessionid, csrftoken = '' } = await admin.cookies()
  const answer = await fetch(
    new URL(`/api/v1/recto/recto/workflow/endpoint/${body[0].id}/`, origin),
    {
      method: 'PUT',
      headers: {
        'content-type': 'application/json',
        'x-csrftoken': csrftoken,
        cookie: `sessionid=${sessionid}; csrftoken=${csrftoken}`,
      },
      body: `{"configuration":${configuration}}`,
    },
  )
  return `${answer.status} ${await answer.text()}`
}

/** Sends half a body on each connection and then nothing, until the server closes them. */
async function holdBodies({ installation: { origin } }: AttackStage): Promise<string> {
  const { port, hostname } = new URL(origin)
  const count = 200
  const head = 'POST /api/v1/login HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n'
  const hold = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(Number(port), hostname, () =>
        socket.write(`${head}Content-Type: application/json\r\n\r\n{"username":`),
      )
      let answer = ''
      socket.on('data', (chunk) => {
        answer += chunk
      })
      socket.on('error', () => resolve(false))
      socket.on('close', () => resolve(answer.startsWith('HTTP/1.1 408')))
      void sleep(90_000, undefined, { ref: false }).then(() => socket.destroy())
    })
  const cut = await Promise.all(Array.from({ length: count }, hold))
  return `${cut.filter(Boolean).length} of ${count} cut`
}
