import { describe, expect, test } from 'vitest'
import type { StoredObject } from './kind.ts'
import { referSecrets } from './secrets.ts'
import { valueAt } from './values.ts'

/** Names of the variables that `recto pull` writes in place of secrets. */

const makeObject = (
  kind: string,
  name: string,
  { spec = {}, fields }: { readonly spec?: object; readonly fields: readonly string[] },
): StoredObject => ({
  kind,
  name,
  id: `${kind} ${name} ${JSON.stringify(spec)}`,
  spec: { ...spec },
  secrets: new Map(fields.map((field) => [field, undefined])),
})

const makeAdapter = (type: string, name: string, fields = ['settings.api_key']) =>
  makeObject('adapter', name, { spec: { type }, fields })
const makeNotification = (deployment: string) =>
  makeObject('notification', 'Runs', { spec: { deployment }, fields: ['url'] })

/** Returns the references of all secrets, in the order of the objects. */
function referencesOf(
  objects: readonly StoredObject[],
  knownSpecs = new Map<StoredObject, object>(),
): unknown[] {
  const refer = referSecrets({
    objects,
    findKnownSpec: (object) => ({ ...knownSpecs.get(object) }),
  })
  return objects.flatMap((object) =>
    [...object.secrets.keys()].map((field) => valueAt(refer(object), field)),
  )
}

const pairs: readonly (readonly [string, readonly StoredObject[]])[] = [
  ['notifications of two deployments', [makeNotification('d1'), makeNotification('d2')]],
  ['adapters of two types', [makeAdapter('LLM', 'Prod'), makeAdapter('X2TEXT', 'Prod')]],
  ['names without a Latin letter', [makeAdapter('LLM', '密钥'), makeAdapter('LLM', '生产')]],
  ['names that differ in case', [makeAdapter('LLM', 'Prod LLM'), makeAdapter('LLM', 'prod-llm')]],
  ['two fields of a long name', [makeAdapter('LLM', 'x'.repeat(120), ['s.password', 's.key'])]],
  ['long names', [makeAdapter('LLM', `${'x'.repeat(200)}1`), makeAdapter('LLM', 'x'.repeat(200))]],
  ['nested fields of one name', [makeAdapter('LLM', 'Prod', ['a.password', 'b.password'])]],
]

describe('the variables of secrets', () => {
  test.for(pairs)('differ for %s', ([, objects], { expect }) => {
    const references = referencesOf(objects)

    expect(new Set(references).size).toBe(2)
    for (const reference of references)
      expect(reference).toMatch(/^\$\{env:RECTO_[A-Z0-9_]{1,122}\}$/)
    // They do not depend on the order of the objects.
    expect(referencesOf(objects.toReversed()).toSorted()).toEqual(references.toSorted())
  })

  test('are plain where a name has nothing else, and both have a hash where it has', () => {
    const umlaut = makeAdapter('LLM', 'Müller')

    expect(referencesOf([makeAdapter('LLM', 'Prod'), makeNotification('d1')])).toEqual([
      '${env:RECTO_ADAPTER_LLM_PROD_API_KEY}',
      '${env:RECTO_NOTIFICATION_RUNS_OF_DEPLOYMENT_D1_URL}',
    ])
    expect(referencesOf([umlaut])).toEqual([
      expect.stringMatching(/^\$\{env:RECTO_ADAPTER_LLM_M_LLER_API_KEY_[0-9A-F]{8}\}$/),
    ])
    const [first, second] = referencesOf([makeAdapter('LLM', 'a b'), makeAdapter('LLM', 'a-b')])
    for (const reference of [first, second])
      expect(reference).toMatch(/RECTO_ADAPTER_LLM_A_B_API_KEY_[0-9A-F]{8}/)
  })

  test('of a file are left as they are, and no other secret gets them', () => {
    const adapter = makeAdapter('LLM', 'Prod')
    const spareAdapter = makeAdapter('LLM', 'Spare')
    const makeSpec = (name: string) => ({ settings: { api_key: `\${env:${name}}` } })

    expect(
      referencesOf([adapter, spareAdapter], new Map([[adapter, makeSpec('OPENAI_KEY')]])),
    ).toEqual(['${env:OPENAI_KEY}', '${env:RECTO_ADAPTER_LLM_SPARE_API_KEY}'])
    const references = referencesOf(
      [adapter, spareAdapter],
      new Map([[adapter, makeSpec('RECTO_ADAPTER_LLM_SPARE_API_KEY')]]),
    )
    expect(references[0]).toBe('${env:RECTO_ADAPTER_LLM_SPARE_API_KEY}')
    expect(references[1]).toMatch(/SPARE_API_KEY_[0-9A-F]{8}/)
    const shared = new Map([
      [adapter, makeSpec('SHARED')],
      [spareAdapter, makeSpec('SHARED')],
    ])
    expect(referencesOf([adapter, spareAdapter], shared)).toEqual([
      '${env:SHARED}',
      '${env:SHARED}',
    ])
  })
})
