import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runRecto } from '@recto/command-line/run-recto'
import { type CannedModelServer, startCannedModelServer } from '@recto/testkit/canned-model-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createNotes, noteCount } from '../features/tools/improvements/testing/notes.ts'
import { startServer, type TestServer } from '../testing/start-server.ts'
import { type Studio, studioOf } from '../testing/studio.ts'
import { recto } from './testing/run-recto.ts'

/** Tests the commands about expected values as a person calls them at a terminal, against a real server. */

let server: TestServer
let model: CannedModelServer
let ada: Studio
let folder: string
let projectId: string
let promptId: string
let variables: Readonly<Record<string, string>>

beforeAll(async () => {
  server = await startServer({ worker: true })
  model = await startCannedModelServer({
    reply({ prompt }) {
      const label = prompt.includes('“Rechnungs-Nr') ? 'Rechnungs-Nr' : 'Kunden-Nr'
      return new RegExp(`${label}\\.: (\\S+)`).exec(prompt)?.[1] ?? 'NA'
    },
  })
  ada = studioOf(server.as('admin'))
  const llm = await ada.cannedLlm(model, 'Numbers')
  projectId = (await ada.project({ tool_name: 'Notes' })).tool_id
  await ada.defaultProfile(projectId, { llm, chunk_size: 0 })
  const files = createNotes((index) => [
    `Kunden-Nr.: K-${500 + index}`,
    `Rechnungs-Nr.: R-${1000 + index}`,
  ])
  await ada.person.upload(`prompt-studio/file/${projectId}`, { files })
  const prompt = await ada.prompt(projectId, { prompt_key: 'number', prompt: 'Which number?' })
  promptId = prompt.prompt_id
  const { body: key } = await ada.person.post('platform-api/keys/', {
    name: 'Terminal',
    description: 'Terminal',
    permission: 'read_write',
  })
  variables = {
    RECTO_SERVER: server.origin,
    RECTO_ORGANIZATION: 'recto',
    RECTO_PLATFORM_KEY: key.key,
  }
  folder = await mkdtemp(join(tmpdir(), 'recto-expected-'))
})
afterAll(async () => {
  await server?.close()
  await model?.close()
  if (folder) await rm(folder, { recursive: true, force: true })
})

const call = (...args: readonly string[]) => recto(args, variables)

test('expected values travel through files, and a file with a fault changes nothing', async () => {
  const file = join(folder, 'notes.csv')
  const lines = Array.from({ length: noteCount }, (_, i) => `note-${i}.txt;number;R-${1000 + i}`)
  await writeFile(file, `document;field;value\r\n${lines.join('\r\n')}\r\nmissing.txt;number;1\r\n`)

  const preview = await call('expected', 'import', 'Notes', file, '--dry-run')
  expect(preview).toMatchObject({ code: 0, said: '' })
  expect(preview.out).toBe(
    'Nothing saved: 12 new, 0 changed, 0 the same, 1 unknown, 0 with faults.\nline 14: missing.txt, number: The project has no such document.\n',
  )
  expect((await call('expected', 'import', 'Notes', file)).out).toMatch(/^Saved: 12 new, 0 changed/)
  const copy = join(folder, 'copy.jsonl')
  expect((await call('expected', 'export', 'Notes', copy)).code).toBe(0)
  expect((await readFile(copy, 'utf8')).split('\n')).toHaveLength(noteCount + 1)
  const secondImport = await call('expected', 'import', 'Notes', copy, '--json')
  expect(JSON.parse(secondImport.out)).toMatchObject({
    new: 0,
    changed: 0,
    same: 12,
    is_saved: true,
  })
  await writeFile(copy, '{"document":"note-1.txt","values":[]}')
  const faultyCall = await call('expected', 'import', 'Notes', copy)
  expect(faultyCall.code).toBe(1)
  expect(faultyCall.out).toContain('line 1: The line must be an object')

  const refusedCalls = await Promise.all([
    call('expected', 'move', 'Notes', file),
    call('expected', 'export', 'Notes'),
    call('expected', 'export', 'Notes', 'notes.pdf'),
    call('expected', 'export', 'Nowhere', file),
  ])
  expect(refusedCalls.map(({ code }) => code)).toEqual([2, 2, 2, 2])
})

test('improve needs a budget, prints what is better, and ends with 3 until somebody decides', async () => {
  const refusals = await Promise.all([
    call('improve', 'Notes'),
    call('improve', 'Notes', '--max-calls', '0'),
    call('improve', 'Notes', '--with-model', 'Numbers', '--from-labels'),
    call('improve', 'Notes', '--with-model', 'Nobody', '--max-calls', '5'),
    call('improve', 'Notes', '--fields', 'total', '--max-calls', '5'),
    call('improve', 'Notes', '--accept', '--drop'),
  ])
  expect(refusals.map(({ code }) => code)).toEqual([2, 2, 2, 2, 2, 2])
  expect(refusals[0]?.said).toContain('The search needs at most about 49 calls.')
  expect(model.requests).toHaveLength(0)

  const stoppedCall = await call('improve', 'Notes', '--fields', 'number', '--max-calls', '8')
  expect(stoppedCall.code).toBe(1)
  expect(stoppedCall.out).toContain('The budget was used up: 8 calls')

  // A person at the terminal enters the budget.
  const questions: string[] = []
  const output: string[] = []
  const replies = ['200', '']
  const code = await runRecto(
    {
      print: (text) => void output.push(text),
      complain: () => {},
      progress: () => {},
      question: async (text) => {
        questions.push(text)
        return replies.shift() ?? ''
      },
      variable: (name) => variables[name],
    },
    ['improve', 'Notes', '--from-labels'],
  )
  expect([code, questions.length]).toEqual([3, 2])
  expect(output.join('')).toContain(
    [
      '- Which number? (text)',
      '+ What is the value of “Rechnungs-Nr”? (text)',
      '  chosen on: 0 of 6 right (0–39 %) before, 6 of 6 (61–100 %) after',
      '  held out: 0 of 6 right (0–39 %) before, 6 of 6 (61–100 %) after',
    ].join('\n'),
  )
  const calls = model.requests.length

  const waitingCall = await call('improve', 'Notes', '--json')
  expect(waitingCall).toMatchObject({ code: 3, said: '' })
  const acceptCall = await call('improve', 'Notes', '--accept')
  expect(acceptCall.code).toBe(0)
  expect(acceptCall.out).toContain('number: accepted.')
  expect(model.requests).toHaveLength(calls)
  const { body: prompt } = await ada.person.get(`prompt-studio/prompt/${promptId}/`)
  expect(prompt.prompt).toBe('What is the value of “Rechnungs-Nr”?')

  const nothingBetter = await call('improve', 'Notes', '--max-calls', '200')
  expect(nothingBetter.code).toBe(0)
  expect(nothingBetter.out).toContain('number: nothing wrong.')
})
