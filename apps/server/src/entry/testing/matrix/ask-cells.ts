import { forbidden } from '../../../platform/app-error.ts'
import type { Person, TestReply } from '../../../testing/people.ts'
import type { TestServer } from '../../../testing/start-server.ts'
import type { Asked } from './asked.ts'
import { type Cell, nameOf, roles } from './cells.ts'
import { idNameOf, nowhere } from './id-names.ts'
import { requests } from './requests.ts'
import { makerOf, makeThing, type Thing } from './things.ts'

export type Asker = {
  /** Makes what the cell is about, if it is not there yet. */
  readonly prepare: (cell: Cell) => Promise<unknown>
  /** Asks the server what a cell says; the cell and the answer where that is another one. */
  readonly ask: (cell: Cell) => Promise<string | undefined>
}

/** Whoever asks the server, with all that they ask about. */
export async function openAsker(server: TestServer): Promise<Asker> {
  const ids = new Map<string, number>()
  for (const role of roles) {
    await server.as(role, { organization: 'otherwise' }).get('users/')
    ids.set(role, await idOf(server.as(role)))
  }
  const common = await makeCommonThings(server)
  const things = new Map<string, Promise<Thing>>()

  /** One thing serves all who stand to it alike. */
  function thingOf({ role, about }: Cell): Promise<Thing> {
    if (!about) return Promise.resolve({})
    const key = keyOf({ role, about })
    const wanted = {
      situation: about.situation,
      ownerId: ids.get(role) ?? 0,
      askers: [...ids.values()],
    }
    const thing = things.get(key) ?? makeThing(server, about.noun, wanted)
    things.set(key, thing)
    return thing
  }

  async function ask(cell: Cell): Promise<string | undefined> {
    const thing = { ...(await thingOf(cell)), ...common }
    const asked = (cell.about && requests[cell.route]?.[cell.about.act]) ?? {}
    const reply = await send(server, cell, { asked, thing })
    if (asked.isConsumed && reply.status < 300) things.delete(keyOf(cell))
    if (isExpected(cell, reply, { asked, thing })) return undefined
    return `${nameOf(cell)}: ${reply.status} ${JSON.stringify(reply.body)?.slice(0, 200)}`
  }

  return { prepare: thingOf, ask }
}

/** Only what is one's own is another for everybody. */
const keyOf = ({ role, about }: Pick<Cell, 'role' | 'about'>): string =>
  `${about?.noun} ${about?.situation} ${about?.situation === 'owner' ? role : ''}`

/** What some requests name besides the thing that they are about. */
async function makeCommonThings(server: TestServer): Promise<Thing> {
  const olga = makerOf(server, 'other')
  const stranger_id = String(await idOf(olga))
  await idOf(makerOf(server, 'elsewhere'))
  const wanted = { situation: 'notDeployed', ownerId: 0, askers: [] } as const
  const { workflow_id } = await makeThing(server, 'workflow', wanted)
  const { workflow_id: own_workflow = '' } = await makeThing(server, 'workflow', wanted)
  await olga.post('api/deployment/', {
    workflow: workflow_id,
    display_name: 'Taken',
    api_name: 'taken',
  })
  const { body: tools } = await olga.get('tool/')
  return { stranger_id, own_workflow, public_tool: tools[0].function_name }
}

async function idOf(person: Person): Promise<number> {
  const { body } = await person.get('/api/v1/session')
  return Number(body.id)
}

type Question = { readonly asked: Asked; readonly thing: Thing }

function send(
  server: TestServer,
  { role, route, expected }: Cell,
  { asked, thing }: Question,
): Promise<TestReply> {
  const [method, whole = ''] = route.split(' ')
  const [, product, address = ''] = /^(?:([a-z-]+):)?(.*)$/.exec(whole) ?? []
  const path = asked.path?.(thing) ?? pathOf(address, thing)
  const isAway = expected === 'another organization'
  const own = product ? `/api/v1/${product}/recto/` : server.base
  const base = isAway ? own.replace(/[^/]+\/$/, 'otherwise/') : own
  return sendAs(server.as(role), method, { path: base + path, asked, thing })
}

function sendAs(
  person: Person,
  method: string | undefined,
  { path, asked, thing }: Question & { readonly path: string },
): Promise<TestReply> {
  const body = asked.body?.(thing) ?? {}
  if (asked.isUpload) return person.upload(path, { fields: { nothing: '' } })
  switch (method) {
    case 'GET':
      return person.get(path)
    case 'POST':
      return person.post(path, body)
    case 'PUT':
      return person.put(path, body)
    case 'PATCH':
      return person.patch(path, body)
    default:
      return person.delete(path, body)
  }
}

const pathOf = (address: string, thing: Thing): string =>
  address
    .slice(1)
    .replace(/:(\w+)/g, (_, name: string) => thing[idNameOf(address, name)] ?? nowhere)

const isRefused = ({ status, body }: TestReply) =>
  status === 403 &&
  (body?.errors?.[0]?.code === 'permission_denied' ||
    body?.message === forbidden().message ||
    // Where refusals are bare texts.
    (typeof body === 'string' && /permission|only its creator/.test(body)))

const isBug = ({ status, body }: TestReply) =>
  status === 500 && /^Something went wrong/.test(body?.errors?.[0]?.detail ?? body?.message ?? '')

function isExpected({ expected, about }: Cell, reply: TestReply, question: Question): boolean {
  const { asked, thing } = question
  switch (expected) {
    case 'another organization':
      return reply.status === 403 && typeof reply.body?.message === 'string'
    case 'kept out':
    case 'denied':
      return isRefused(reply)
    case 'hidden':
      return asked.hidden?.(reply, thing) ?? reply.status === 404
    case 'granted':
      return about ? isGranted(reply, question) : isLetIn(reply)
  }
}

const isGranted = (reply: TestReply, { asked, thing }: Question): boolean =>
  asked.granted?.(reply, thing) ?? (reply.status >= 200 && reply.status < 300)

/** A route that is about no thing is asked for nothing, and may say so. */
const isLetIn = (reply: TestReply): boolean =>
  reply.status !== 401 && !isRefused(reply) && !isBug(reply)
