import { expect, test } from 'vitest'
import { findChangedDestination } from './secret-destination.ts'

const storedSettings = { api_base: 'https://api.example.com/v1', model: 'a', api_key: 'key' }

test.each([
  ['the same settings', storedSettings],
  [
    'another path of the same service',
    { ...storedSettings, api_base: 'https://API.example.com:443/v2/' },
  ],
  ['another model', { ...storedSettings, model: 'b' }],
])('%s reach the same service', (_, sentSettings) => {
  expect(findChangedDestination(storedSettings, sentSettings)).toBeUndefined()
})

test.each([
  ['another host', 'https://evil.example/v1'],
  ['another scheme', 'http://api.example.com/v1'],
  ['another port', 'https://api.example.com:8443/v1'],
  ['a user name that looks like the host', 'https://api.example.com@evil.example/v1'],
  ['no address', ''],
  ['text that is not a URL', 'api.example.com'],
])('%s is another service', (_, api_base) => {
  expect(findChangedDestination(storedSettings, { ...storedSettings, api_base })).toBe('api_base')
})

test('compares other settings as text, also a port that is a number', () => {
  const database = { host: 'db.example', port: 5432 }
  expect(findChangedDestination(database, { host: 'db.example', port: '5432' })).toBeUndefined()
  expect(findChangedDestination(database, { host: 'db.example', port: '5433' })).toBe('port')
  expect(findChangedDestination({ dsn: 'db:1521/a' }, { dsn: 'db:1522/a' })).toBe('dsn')
})

test('a missing setting has the default of the schema', () => {
  const schema = { properties: { api_base: { default: 'https://api.openai.com/v1' } } }
  const withDefault = { api_base: 'https://api.openai.com/v1/' }
  expect(findChangedDestination({}, withDefault, schema)).toBeUndefined()
  expect(findChangedDestination({}, { api_base: 'https://evil.example' }, schema)).toBe('api_base')
})
