import { expect, test } from 'vitest'
import { snippetsFor } from './snippets.ts'

const snippets = snippetsFor({ address: 'https://recto.test/deployment/api/acme/x/', key: 'k-1' })
const languages = snippets.map((snippet) => [snippet.language, snippet] as const)

test('there is one for Python, cURL and JavaScript [DP-046]', () => {
  expect(languages.map(([language]) => language)).toEqual(['Python', 'cURL', 'JavaScript'])
})

test.each(languages)('%s waits 300 seconds and asks for no metadata [DP-047]', (_, { run }) => {
  expect(run).toMatch(/timeout\W+300/)
  expect(run).toMatch(/include_metadata\W+false/i)
  expect(run).toContain('https://recto.test/deployment/api/acme/x/')
  expect(run).toContain('Bearer k-1')
})

test.each(languages)('%s asks how an execution went [DP-048]', (_, { status }) => {
  expect(status).toContain('execution_id')
  expect(status).toMatch(/include_metadata\W+False/)
  expect(status).toContain('Bearer k-1')
})
