import { existsSync, readdirSync } from 'node:fs'
import type { JsonSchema } from '@recto/provider-spec/provider'
import { describe, expect, test } from 'vitest'
import { catalog } from './catalog.ts'
import * as builtInIds from './kit/built-in-ids.ts'

type Properties = Record<string, JsonSchema>

/** The settings of a schema, with those that appear under a condition. */
function allProperties(schema: JsonSchema): readonly (readonly [string, JsonSchema])[] {
  const conditions = (schema.allOf ?? []) as readonly { then: { properties: Properties } }[]
  const groups = [schema.properties as Properties, ...conditions.map((one) => one.then.properties)]
  return groups.flatMap((group) => Object.entries(group))
}

describe.each(catalog.map((one) => [`${one.kind} ${one.id}`, one] as const))(
  '%s',
  (_, provider) => {
    const { schema, kind, id } = provider

    test('has a schema that draws a form', () => {
      expect(schema).toMatchObject({ type: 'object', title: expect.stringMatching(/\w/) })
      expect(Object.keys(schema.properties as Properties)[0]).toBe('adapter_name')
      expect(schema.required).toContain('adapter_name')
      for (const key of schema.required as string[]) expect(schema.properties).toHaveProperty(key)
    })

    test('describes every setting', () => {
      for (const [key, property] of allProperties(schema)) {
        expect(property.title, key).toMatch(/\w/)
        expect(property.description, key).toMatch(/\w.*\.$/)
        expect(property.type, key).toBeDefined()
      }
    })

    test('keeps whatever is called a key, token, secret or password secret', () => {
      for (const [key, property] of allProperties(schema))
        if (/(^|_)(key|token|secret|password)$/.test(key)) expect(property.format).toBe('password')
    })

    test('has a name, a description and a picture', () => {
      expect(provider.name).toMatch(/\w/)
      expect(provider.description).toMatch(/\w.*\.$/)
      expect(provider.icon).toMatch(
        /^(?:\/api\/v1\/static)?\/icons\/adapter-icons\/[\w.%-]+\.(png|svg)$/,
      )
    })

    test('has an id of a name and a number, and lives in a file of that name', () => {
      const [name = '', number] = id.split('|')
      const file = { 'recto-builtin': 'built-in' }[name]
      const fileName = file ?? (name.startsWith('noOp') ? 'no-op' : name)
      const plain = (text: string) => text.replace(/[-_]|\.ts$|-v1/g, '')
      const files = readdirSync(new URL(`./${kind}/`, import.meta.url)).map(plain)

      expect(number).toMatch(/^[\da-z]{8}(-[\da-z]{4}){3}-[\da-z]{12}$/)
      expect(files).toContain(plain(fileName))
    })

    test('is hidden exactly when it does nothing', () => {
      const doesNothing = id.startsWith('noOp') || provider.retired !== undefined

      expect(provider.isHidden ?? false).toBe(doesNothing)
    })

    test('has its picture in the product', () => {
      const picture = decodeURIComponent(provider.icon).replace('/api/v1/static/', '/')

      expect(existsSync(new URL(`../../../apps/web/public${picture}`, import.meta.url))).toBe(true)
    })

    test('refuses no address of an inner network in the forms of existing clients', () => {
      for (const [key, { format }] of allProperties(schema))
        expect(format ?? '', key).not.toMatch(/^ur[il]$/)
    })
  },
)

test('no two providers have the same id', () => {
  expect(new Set(catalog.map(({ id }) => id)).size).toBe(catalog.length)
})

test('there is a built-in provider of every kind', () => {
  const builtInProviders = catalog.filter(({ id }) =>
    Object.values<string>(builtInIds).includes(id),
  )
  const kinds = builtInProviders.map(({ kind }) => kind)

  expect(kinds.toSorted()).toEqual(['embedding', 'llm', 'text-extractor', 'vector-db'])
})

test.each(['llm', 'embedding', 'vector-db', 'text-extractor', 'ocr'])(
  'every file of the kind %s has its line in the catalog, and a test',
  (kind) => {
    const files = readdirSync(new URL(`./${kind}/`, import.meta.url))
    const own = files.filter((name) => !name.endsWith('.test.ts'))
    // Those that do nothing are tested together, as are those that are gone.
    const untestedFiles = ['no-op.ts', 'palm.ts', 'huggingface.ts', 'qdrantfastembed.ts']
    const testedFiles = own.filter((name) => !untestedFiles.includes(name))

    expect(catalog.filter((one) => one.kind === kind)).toHaveLength(own.length)
    for (const name of testedFiles) expect(files).toContain(name.replace(/\.ts$/, '.test.ts'))
  },
)
