import { getRoutePolicyName } from '@recto/contract/policy/policy'
import type { Endpoint } from '@recto/contract/wire/endpoint'
import { forbidden } from '../../../platform/app-error.ts'
import type { Person, TestReply } from '../../../testing/people.ts'
import type { TestServer } from '../../../testing/start-server.ts'
import { validRequestOf } from '../asking/valid-request.ts'
import type { ActRequest } from './asked.ts'
import { type Cell, nameOf, roles } from './cells.ts'
import { idNameOf, unknownId } from './id-names.ts'
import { requests } from './requests.ts'
import { makerOf, makeThing, publicTool, type Thing } from './things.ts'

export type Asker = {
  /** Makes what the cell is about, if it is not there yet. */
  readonly prepare: (cell: Cell) => Promise<unknown>
  /** Asks the server what a cell says; the cell and the answer where that is another one. */
  readonly ask: (cell: Cell) => Promise<string | undefined>
}

/** Creates the people who send the requests and the things that the requests name. */
export async function openAsker(server: TestServer): Promise<Asker> {
  const ids = new Map<string, number>()
  for (const role of roles) {
    await server.as(role, { organization: 'otherwise' }).get('users/')
    ids.set(role, await idOf(server.as(role)))
  }
  const common = await makeCommonThings(server)
  const endpoints = new Map(server.endpoints.map((one) => [getRoutePolicyName(one), one]))
  const things = new Map<string, Promise<Thing>>()

  /** One thing serves all who stand to it alike. */
  function thingOf({ role, subject }: Cell): Promise<Thing> {
    if (!subject) return Promise.resolve({})
    const key = keyOf({ role, subject })
    const thingOptions = {
      situation: subject.situation,
      ownerId: ids.get(role) ?? 0,
      askers: [...ids.values()],
    }
    const thing = things.get(key) ?? makeThing(server, subject.noun, thingOptions)
    things.set(key, thing)
    return thing
  }

  function endpointOf(cell: Cell): Endpoint {
    const endpoint = endpoints.get(cell.route)
    if (!endpoint) throw new Error(`${cell.route} is not served.`)
    return endpoint
  }

  async function ask(cell: Cell): Promise<string | undefined> {
    const thing = { ...(await thingOf(cell)), ...common }
    const actRequest = actRequestOf(cell)
    const endpoint = endpointOf(cell)
    const request = requestOf(endpoint, { actRequest, thing })
    if (!isValid(endpoint, request)) return `${nameOf(cell)}: the body is not valid`
    const reply = await send(server, { role: cell.role, endpoint }, request)
    if (actRequest.isConsumed && reply.status < 300) things.delete(keyOf(cell))
    if (isExpected(cell, reply, { actRequest, thing })) return undefined
    return `${nameOf(cell)}: ${reply.status} ${JSON.stringify(reply.body)?.slice(0, 200)}`
  }

  return { prepare: thingOf, ask }
}

const actRequestOf = ({ route, subject }: Cell): ActRequest =>
  (subject && requests[route]?.[subject.act]) ?? {}

/** Things differ by role only in the situation “owner”. */
const keyOf = ({ role, subject }: Pick<Cell, 'role' | 'subject'>): string =>
  `${subject?.noun} ${subject?.situation} ${subject?.situation === 'owner' ? role : ''}`

/** Creates what some requests name in addition to their subject. */
async function makeCommonThings(server: TestServer): Promise<Thing> {
  const olga = makerOf(server, 'other')
  const stranger_id = String(await idOf(olga))
  await idOf(makerOf(server, 'elsewhere'))
  const thingOptions = { situation: 'notDeployed', ownerId: 0, askers: [] } as const
  const { workflow_id } = await makeThing(server, 'workflow', thingOptions)
  const { workflow_id: own_workflow = '' } = await makeThing(server, 'workflow', thingOptions)
  await olga.post('api/deployment/', {
    workflow: workflow_id,
    display_name: 'Taken',
    api_name: 'taken',
  })
  return { stranger_id, own_workflow, public_tool: await publicTool(olga) }
}

async function idOf(person: Person): Promise<number> {
  const { body } = await person.get('/api/v1/session')
  return Number(body.id)
}

type Question = { readonly actRequest: ActRequest; readonly thing: Thing }
type CellRequest = { readonly path: string; readonly body: unknown; readonly isUpload: boolean }

const isValid = ({ body: schema }: Endpoint, { body }: CellRequest): boolean =>
  schema?.safeParse(body).success ?? true

/** A request that passes validation, so that the policy alone decides on it. */
function requestOf(endpoint: Endpoint, { actRequest, thing }: Question): CellRequest {
  const { body, query } = validRequestOf(endpoint)
  return {
    path: actRequest.path?.(thing) ?? `${pathOf(endpoint.path, thing)}${query}`,
    body: actRequest.body?.(thing) ?? body,
    isUpload: actRequest.isUpload ?? false,
  }
}

function send(
  server: TestServer,
  { role, endpoint }: { readonly role: Cell['role']; readonly endpoint: Endpoint },
  { path, body, isUpload }: CellRequest,
): Promise<TestReply> {
  const { method, product } = endpoint
  const address = (product ? `/api/v1/${product}/recto/` : server.base) + path
  const person = server.as(role)
  if (isUpload) return person.upload(address, { fields: { nothing: '' } })
  switch (method) {
    case 'GET':
      return person.get(address)
    case 'OPTIONS':
      return person.options(address)
    case 'POST':
      return person.post(address, body)
    case 'PUT':
      return person.put(address, body)
    case 'PATCH':
      return person.patch(address, body)
    default:
      return person.delete(address, body)
  }
}

const pathOf = (address: string, thing: Thing): string =>
  address
    .slice(1)
    .replace(/:(\w+)/g, (_, name: string) => thing[idNameOf(address, name)] ?? unknownId)

const isRefused = ({ status, body }: TestReply) =>
  status === 403 &&
  (body?.errors?.[0]?.code === 'permission_denied' ||
    body?.message === forbidden().message ||
    // Some routes refuse with a plain text.
    (typeof body === 'string' && /permission|only its creator/.test(body)))

const isBug = ({ status, body }: TestReply) =>
  status === 500 && /^Something went wrong/.test(body?.errors?.[0]?.detail ?? body?.message ?? '')

function isExpected({ expected, subject }: Cell, reply: TestReply, question: Question): boolean {
  const { actRequest: request, thing } = question
  switch (expected) {
    case 'kept out':
    case 'denied':
      return isRefused(reply)
    case 'hidden':
      return request.hidden?.(reply, thing) ?? reply.status === 404
    case 'granted':
      return subject ? isGranted(reply, question) : isLetIn(reply)
  }
}

const isGranted = (reply: TestReply, { actRequest: request, thing }: Question): boolean =>
  request.granted?.(reply, thing) ?? (reply.status >= 200 && reply.status < 300)

/** A route that is about no thing may find nothing to do. */
const isLetIn = (reply: TestReply): boolean =>
  reply.status !== 401 && !isRefused(reply) && !isBug(reply)
