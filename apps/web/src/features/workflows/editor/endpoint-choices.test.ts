import { expect, test } from 'vitest'
import { destinationChoices, sourceChoices } from './endpoint-choices.ts'

const types = (choices: readonly { readonly type: string }[]) => choices.map(({ type }) => type)
const destinations = (source: 'API' | 'FILESYSTEM' | '', withApps = false) =>
  types(destinationChoices({ source, withApps }))

test('files never come from a database or an app [WF-068]', () => {
  expect(types(sourceChoices)).toEqual(['API', 'FILESYSTEM'])
})

test('what an API was given only the API answers [WF-069]', () => {
  expect(destinations('API', true)).toEqual(['API'])
})

test('other sources go anywhere but to an API, a file system not to people [WF-070 WF-071]', () => {
  expect(destinations('')).toEqual(['FILESYSTEM', 'DATABASE', 'HTTP', 'MANUALREVIEW'])
  expect(destinations('FILESYSTEM')).toEqual(['FILESYSTEM', 'DATABASE', 'HTTP'])
})

test('an app is a destination where apps are switched on [WF-079 WF-107]', () => {
  const choices = destinationChoices({ source: '', withApps: true })

  expect(types(choices)).toContain('APPDEPLOYMENT')
  expect(choices.map(({ label }) => label)).toEqual([
    'File System',
    'Database',
    'HTTP Endpoint',
    'Human In The Loop',
    'App Deployment',
  ])
})
