import type { Endpoint } from '@recto/contract/wire/endpoint'
import { showTextKey } from '../../../features/text-service/text-service.port.ts'
import type { Person } from '../../../testing/people.ts'
import { adminPassword, type TestServer } from '../../../testing/start-server.ts'
import { idNameOf } from '../matrix/id-names.ts'
import { makeThing, type Noun, type Situation, type Thing } from '../matrix/things.ts'

/** One thing of each kind, all of them of the one who asks, so that requests have a meaning. */
export type KnownThings = {
  readonly person: Person
  /** The keys of a deployment and of the text service. */
  readonly keys: Readonly<Record<string, string>>
  /** Returns a value that a field or parameter of the endpoint accepts; undefined if any value will do. */
  meaning(endpoint: Endpoint, field: string): string | undefined
  /** The ids of all of them. */
  readonly things: Thing
  /** Makes those things anew that the endpoint may have deleted. */
  remake(endpoint: Endpoint): Promise<void>
}

const situations: readonly (readonly [Noun, Situation])[] = [
  ['adapter', 'owner'],
  ['connector', 'owner'],
  ['lookup-table', 'owner'],
  ['project', 'owner'],
  ['deployment', 'owner'],
  ['workflow', 'notDeployed'],
  ['execution', 'owner'],
]

/** Maps the beginning of a path to the thing that the endpoint may delete. */
const nouns: readonly (readonly [string, Noun | 'session'])[] = [
  ['/adapter/', 'adapter'],
  ['/connector/', 'connector'],
  ['/lookup-tables/', 'lookup-table'],
  ['/prompt-studio/', 'project'],
  ['/workflow/', 'workflow'],
  ['/tool_instance/', 'workflow'],
  ['/api/v1/sessions/', 'session'],
  ['/api/', 'deployment'],
]

/** Maps names on the wire to the names of things where the two differ. */
const synonyms: Readonly<Record<string, string>> = {
  profile_manager: 'profile_id',
  prompt_ids: 'prompt_id',
  document_manager: 'document_id',
  workflow: 'workflow_id',
  custom_tool: 'tool_id',
  prompt_registry_id: 'registry_id',
  function_name: 'registry_id',
  api: 'deployment_id',
  tool_instances: 'instance_id',
}

export async function makeKnownThings(server: TestServer): Promise<KnownThings> {
  const { person } = await server.signIn('admin', adminPassword)
  const { body: session } = await person.get('/api/v1/session')
  const things: Record<string, string> = { org: 'recto', session_id: '' }

  async function make(noun: Noun | 'session'): Promise<void> {
    if (noun === 'session') return makeSession()
    const [, situation = 'owner'] = situations.find(([one]) => one === noun) ?? []
    const thingOptions = { situation, ownerId: Number(session.id), askers: [] }
    Object.assign(things, await makeThing(server, noun, thingOptions))
  }

  /** The session of the same person in another browser. */
  async function makeSession(): Promise<void> {
    await server.signIn('admin', adminPassword)
    const { body } = await person.get('/api/v1/sessions/')
    const otherOrganization = body.find((one: { is_current: boolean }) => !one.is_current)
    things.session_id = otherOrganization.id
  }

  for (const [noun] of situations) await make(noun)
  await makeSession()
  // Stays when the one that may be deleted goes.
  const { path = '', key } = things
  things.api_name = path.split('/').filter(Boolean).at(-1) ?? ''
  await make('deployment')
  const { db } = server.ctx
  const { id: organizationId } = await db
    .selectFrom('organization')
    .select('id')
    .executeTakeFirstOrThrow()
  return {
    person,
    things,
    keys: {
      authorization: `Bearer ${key}`,
      'unstract-key': await showTextKey(server.ctx, { db, organizationId }),
    },
    meaning: ({ path }, field) => {
      // A step of a workflow calls an export what the studio calls a project.
      if (path === '/tool_instance/' && field === 'tool_id') return things.registry_id
      return things[synonyms[field] ?? idNameOf(path, field)]
    },
    async remake({ path }) {
      const [, noun] = nouns.find(([start]) => path.startsWith(start)) ?? []
      if (noun) await make(noun)
    },
  }
}
