import { simpleStudioLimits } from '@recto/contract/wire/limits'
import { type SampleInvoice, sampleInvoices } from '@recto/testkit/sample-documents'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TestFile } from '../../testing/people.ts'
import { startServer, type TestServer } from '../../testing/start-server.ts'

/** A visitor without an account, from a name to values; what is refused before what is done. */

let server: TestServer
let invoices: readonly SampleInvoice[]

beforeAll(async () => {
  server = await startServer({
    worker: true,
    env: {
      RECTO_SIMPLE_STUDIO: 'on',
      RECTO_TRUST_PROXY: '127.0.0.1',
      RECTO_SIMPLE_PROJECTS_PER_HOUR: '25',
    },
  })
  invoices = await sampleInvoices()
})
afterAll(() => server?.close())

// All of this file are few addresses, which may not do so much in an hour.
beforeEach(() => server.ctx.db.deleteFrom('simple_use').execute())

const unknownId = '00000000-0000-4000-8000-000000000000'
const base = '/api/v1/sps'
const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })

async function projectOf(tool_name = 'Invoices') {
  const { status, body } = await server.anonymous.post(`${base}/`, { tool_name })
  expect(status).toBe(201)
  return body as { tool_id: string; share_id: string; tool_name: string; documents: unknown[] }
}

const upload = (sps_project_id: string, ...files: TestFile[]) =>
  server.anonymous.upload(`${base}/document/`, { files, fields: { sps_project_id } })

const deleteDocument = (sps_project_id: string, document_id: string) =>
  server.anonymous.delete(`${base}/documents/${document_id}/?sps_project_id=${sps_project_id}`)

const invoice = (place = 0, name?: string): TestFile => {
  const sample = invoices[place]
  if (!sample) throw new Error('There is no such sample.')
  return { name: name ?? sample.name, content: sample.file }
}

/** A project with one document that was read, and a prompt. */
async function readyProject() {
  const { tool_id: sps_id, share_id } = await projectOf()
  const uploadedReply = await upload(sps_id, invoice())
  expect(uploadedReply.status).toBe(201)
  const document_id: string = uploadedReply.body.document_id
  const indexReply = await server.anonymous.post(`${base}/index/`, { document_id, sps_id })
  expect(indexReply.body).toMatchObject({ index_status: 'SUCCESS' })
  const prompt = await server.anonymous.post(`${base}/prompts/`, {
    tool_id: sps_id,
    prompt_key: 'total',
    prompt: 'What is the total amount?',
    enforce_type: 'number',
  })
  expect(prompt.status).toBe(201)
  return { sps_id, share_id, document_id, id: prompt.body.prompt_id as string }
}

const refusal = (status: number, detail: unknown) => ({
  status,
  body: { errors: [{ detail }] },
})

describe('a visitor is refused', () => {
  test('[SS-051] by every call, for an id that was guessed or is none', async () => {
    const { anonymous } = server
    const { sps_id, document_id, id } = await readyProject()
    for (const guess of [unknownId, 'invoices', '%00', "1' or 1=1 --"]) {
      const guessedId = encodeURIComponent(guess)
      const answers = [
        await anonymous.get(`${base}/${guessedId}`),
        await anonymous.patch(`${base}/${guessedId}/`, { tool_name: 'Mine' }),
        await anonymous.get(
          `${base}/document/?sps_project_id=${guessedId}&document_id=${document_id}`,
        ),
        await anonymous.get(`${base}/document/?sps_project_id=${sps_id}&document_id=${guessedId}`),
        await deleteDocument(sps_id, guessedId),
        await deleteDocument(guessedId, document_id),
        await anonymous.get(`${base}/prompts/?tool_id=${guessedId}`),
        await anonymous.delete(`${base}/prompts/${id}/?tool_id=${guessedId}`),
        await anonymous.get(`${base}/prompt-output/?sps_id=${guessedId}`),
        await anonymous.get(`${base}/excel/?sps_id=${guessedId}`),
      ]
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404))
    }
    const runRequest = { sps_id: unknownId, document_id, id }
    expect((await anonymous.post(`${base}/index/`, runRequest)).status).toBe(404)
    expect((await anonymous.post(`${base}/prompt-run/`, runRequest)).status).toBe(404)
    expect((await upload(unknownId, invoice())).status).toBe(404)
    expect((await anonymous.post(`${base}/prompts/`, promptOf(unknownId))).status).toBe(404)
  })

  test('[SS-051] what is another visitor’s, by the id of a project of their own', async () => {
    const { anonymous } = server
    const otherProject = await readyProject()
    const { tool_id: own } = await projectOf()
    const runRequest = { sps_id: own, document_id: otherProject.document_id, id: otherProject.id }

    expect((await anonymous.post(`${base}/index/`, runRequest)).status).toBe(404)
    expect((await anonymous.post(`${base}/prompt-run/`, runRequest)).status).toBe(404)
    const promptPath = `${base}/prompts/${otherProject.id}/`
    expect((await anonymous.patch(promptPath, { tool_id: own, prompt: 'Mine' })).status).toBe(404)
    expect((await anonymous.delete(`${promptPath}?tool_id=${own}`)).status).toBe(404)
    expect((await deleteDocument(own, otherProject.document_id)).status).toBe(404)
    expect(
      (await anonymous.get(`${base}/prompts/?tool_id=${otherProject.sps_id}`)).body,
    ).toHaveLength(1)
  })

  test('[SS-046] [SS-051] a change of a project of which they have only the public link, by any id that it tells', async () => {
    const { anonymous } = server
    const { sps_id, share_id, document_id, id } = await readyProject()
    const { body: projectBefore } = await anonymous.get(`${base}/${sps_id}`)
    const replies = await Promise.all([
      anonymous.get(`/public/share/prompt-studio-metadata/?id=${share_id}`),
      anonymous.get(`/public/share/document-metadata/?id=${share_id}`),
      anonymous.get(`/public/share/profiles-metadata/?id=${share_id}`),
      anonymous.get(`/public/share/outputs-metadata/?id=${share_id}`),
    ])
    const text = JSON.stringify(replies.map(({ body }) => body))
    const knownIds = new Set([
      share_id,
      ...(text.match(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g) ?? []),
    ])
    expect([...knownIds]).toEqual(expect.arrayContaining([document_id, id]))
    expect(knownIds).not.toContain(sps_id)

    expect(await anonymous.delete(`${base}/documents/${document_id}/`)).toMatchObject({
      status: 400,
      body: { errors: [{ attr: 'sps_project_id', code: 'required' }] },
    })
    for (const guess of knownIds) {
      const guessedIds = { sps_id: guess, tool_id: guess, document_id, id, prompt_id: id }
      const places = { start_sequence_number: 1, end_sequence_number: 1 }
      const attempts = await Promise.all([
        deleteDocument(guess, document_id),
        anonymous.delete(`${base}/prompts/${id}/?tool_id=${guess}`),
        anonymous.patch(`${base}/prompts/${id}/`, { ...guessedIds, prompt: 'Mine' }),
        anonymous.post(`${base}/prompts/reorder/`, { ...guessedIds, ...places }),
        anonymous.post(`${base}/prompts/`, promptOf(guess)),
        anonymous.post(`${base}/index/`, guessedIds),
        anonymous.post(`${base}/prompt-run/`, guessedIds),
        anonymous.patch(`${base}/${guess}/`, { tool_name: 'Mine' }),
        upload(guess, invoice(1)),
      ])
      expect(attempts.map(({ status }) => status)).toEqual(attempts.map(() => 404))
    }
    expect((await anonymous.get(`${base}/${sps_id}`)).body).toEqual(projectBefore)
  })

  test('without a name, a field or an instruction', async () => {
    const { anonymous } = server
    const blank = (attr: string) => ({ status: 400, body: { errors: [{ attr }] } })
    for (const tool_name of ['', '  ', null]) {
      const answer = await anonymous.post(`${base}/`, { tool_name })
      expect(answer).toMatchObject(blank('tool_name'))
    }
    const { tool_id } = await projectOf()
    const prompt = promptOf(tool_id)
    for (const attr of ['prompt_key', 'prompt']) {
      const answer = await anonymous.post(`${base}/prompts/`, { ...prompt, [attr]: ' ' })
      expect(answer).toMatchObject(blank(attr))
    }
  })

  test('[SS-028] a file that is no document, too large, or there already, and nothing of it stays', async () => {
    const { tool_id } = await projectOf()
    expect((await upload(tool_id, invoice(0, 'a.pdf'))).status).toBe(201)

    expect(await upload(tool_id, invoice(1, 'a.pdf'))).toMatchObject(
      refusal(400, 'a.pdf is already uploaded.'),
    )
    expect(await upload(tool_id, { name: 'b.pdf', content: 'hello' })).toMatchObject(
      refusal(400, expect.stringContaining('“b.pdf” is not a PDF')),
    )
    expect(await upload(tool_id, { name: 'b.exe', content: 'MZ\0\0\0\0' })).toMatchObject(
      refusal(400, expect.stringContaining('cannot be used')),
    )
    expect(await upload(tool_id, { name: 'evil.exe', content: 'hello' })).toMatchObject(
      refusal(400, expect.stringContaining('“evil.exe” cannot be used')),
    )
    const brokenFile = { name: 'c.pdf', content: '%PDF-1.7\nnothing of the kind' }
    expect((await upload(tool_id, brokenFile)).status).toBeGreaterThanOrEqual(400)
    expect(await upload(tool_id)).toMatchObject(refusal(400, 'No file was submitted.'))
    const large = Buffer.alloc(simpleStudioLimits.bytesOfDocument + 100_000)
    expect(await upload(tool_id, { name: 'd.pdf', content: large })).toMatchObject(
      refusal(413, 'The file is larger than 20 MB.'),
    )
    const { body } = await server.anonymous.get(`${base}/${tool_id}`)
    expect(body.documents.map((one: { document_name: string }) => one.document_name)).toEqual([
      'a.pdf',
    ])
    // The refused ones have taken nobody's place.
    for (const name of ['e.pdf', 'f.pdf', 'g.pdf', 'h.pdf']) {
      expect((await upload(tool_id, invoice(0, name))).status).toBe(201)
    }
  })

  test('a document of too many pages, before it is read', async () => {
    const { tool_id } = await projectOf()
    const line = 'A line of a long text that goes on and on.\n'
    const long = { name: 'long.txt', content: line.repeat(70 * simpleStudioLimits.pages) }

    expect(await upload(tool_id, long)).toMatchObject(
      refusal(429, expect.stringContaining('at most 200 pages')),
    )
    expect((await server.anonymous.get(`${base}/${tool_id}`)).body.documents).toEqual([])
  })

  test('[SS-032] a run of a document that was not read', async () => {
    const { tool_id: sps_id } = await projectOf()
    const { document_id } = (await upload(sps_id, invoice())).body
    const { prompt_id: id } = (await server.anonymous.post(`${base}/prompts/`, promptOf(sps_id)))
      .body

    expect(
      await server.anonymous.post(`${base}/prompt-run/`, { sps_id, document_id, id }),
    ).toMatchObject(refusal(400, 'Document needs to be index before running the prompt'))
  })
})

const promptOf = (tool_id: string) => ({
  tool_id,
  prompt_key: 'number',
  prompt: 'What is the number of the invoice?',
})

describe('limits are exact, however many ask at once', () => {
  test('[SS-051] of projects from one address', async () => {
    const ask = () => server.anonymous.post(`${base}/`, { tool_name: 'Many' }, from('203.0.113.7'))
    const answers = await Promise.all(Array.from({ length: 50 }, ask))

    const createdReplies = answers.filter(({ status }) => status === 201)
    const refusedReplies = answers.filter(({ status }) => status === 429)
    expect([createdReplies.length, refusedReplies.length]).toEqual([
      simpleStudioLimits.ofAddress.projects,
      40,
    ])
    const [one] = refusedReplies
    expect(one?.body.errors[0].detail).toMatch(
      /^No more than 10 projects can be created from one address per hour\. Try again in \d+ minutes, or create an account\.$/,
    )
    expect(Number(one?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await projectOf()).tool_name).toBe('Invoices')
  })

  test('[SS-051] of projects from fifty addresses', async () => {
    const ask = (_: unknown, place: number) =>
      server.anonymous.post(`${base}/`, { tool_name: 'Many' }, from(`198.51.100.${place}`))
    const answers = await Promise.all(Array.from({ length: 50 }, ask))

    const count = (expectedStatus: number) =>
      answers.filter(({ status }) => status === expectedStatus).length
    expect([count(201), count(429)]).toEqual([25, 25])
  })

  test('[SS-026] [SS-051] of the documents of a project, and one that was deleted makes room', async () => {
    const { tool_id } = await projectOf()
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, place) =>
        upload(tool_id, { name: `${place}.txt`, content: `Number ${place}` }),
      ),
    )

    const storedReplies = answers.filter(({ status }) => status === 201)
    expect(storedReplies).toHaveLength(simpleStudioLimits.documents)
    expect(answers.find(({ status }) => status !== 201)).toMatchObject(
      refusal(429, 'A project can have at most 5 documents. Create an account to continue.'),
    )
    const { document_id } = storedReplies[0]?.body ?? {}
    expect((await deleteDocument(tool_id, document_id)).status).toBe(204)
    expect((await deleteDocument(tool_id, document_id)).status).toBe(404)
    expect((await upload(tool_id, { name: 'more.txt', content: 'More' })).status).toBe(201)
    expect((await upload(tool_id, { name: 'most.txt', content: 'Most' })).status).toBe(429)
  })

  test('[SS-051] of the runs and fields of a project', async () => {
    const { sps_id, document_id, id } = await readyProject()
    const { db } = server.ctx
    const { runs, prompts } = simpleStudioLimits
    const limits = { runs: runs - 1, prompts: prompts - 3 }
    await db.updateTable('simple_project').set(limits).where('id', '=', sps_id).execute()
    const run = () => server.anonymous.post(`${base}/prompt-run/`, { sps_id, document_id, id })
    const add = (_: unknown, place: number) =>
      server.anonymous.post(`${base}/prompts/`, {
        ...promptOf(sps_id),
        prompt_key: `field_${place}`,
      })

    const replies = await Promise.all(Array.from({ length: 10 }, run))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(replies.find(({ status }) => status === 429)?.body.errors[0].detail).toBe(
      `At most ${runs} values can be requested in a project. Create an account to continue.`,
    )
    const addedReplies = await Promise.all(Array.from({ length: 10 }, add))
    expect(addedReplies.filter(({ status }) => status === 201)).toHaveLength(3)
  })
})

describe('a visitor', () => {
  test('[SS-017] [SS-041] [SS-042] [SS-043] makes a project, reads and renames it', async () => {
    const createdProject = await projectOf('  Bills of lading ')
    expect(createdProject).toMatchObject({ tool_name: 'Bills of lading', documents: [] })

    const renamedReply = await server.anonymous.patch(`${base}/${createdProject.tool_id}/`, {
      tool_name: 'Bills',
    })
    expect(renamedReply).toMatchObject({ status: 200, body: { tool_name: 'Bills' } })
    const read = await server.anonymous.get(`${base}/${createdProject.tool_id}`)
    expect(read.body).toEqual({ ...createdProject, tool_name: 'Bills' })
    const nameless = await server.anonymous.post(`${base}/`)
    expect(nameless).toMatchObject({ status: 201, body: { tool_name: 'New project' } })
  })

  test('[SS-018] [SS-020] [SS-021] [SS-044] [SS-045] [SS-048] uploads a document and has it read', async () => {
    const { anonymous } = server
    const { tool_id: sps_id } = await projectOf()
    const { status, body } = await upload(sps_id, invoice(0, 'a.pdf'))
    expect([status, body.document_name, body.index_status]).toEqual([201, 'a.pdf', 'YET_TO_START'])
    const { document_id } = body

    const waitingReplyPromise = anonymous.post(`${base}/index/`, { sps_id, document_id })
    await expect
      .poll(async () => (await anonymous.get(`${base}/${sps_id}`)).body.documents[0].index_status)
      .toMatch(/IN_PROGRESS|SUCCESS/)
    expect(await waitingReplyPromise).toMatchObject({
      status: 200,
      body: { index_status: 'SUCCESS' },
    })

    const documentPath = `${base}/document/?sps_project_id=${sps_id}&document_id=${document_id}`
    const original = await anonymous.get(`${documentPath}&view_type=ORIGINAL`)
    expect(original.body.data.mime_type).toBe('application/pdf')
    expect((await anonymous.get(`${documentPath}&view_type=EXTRACT`)).body.data.data).toMatch(
      /total/i,
    )
  })

  test('[SS-019] [SS-047] [SS-049] [SS-050] asks, changes what is asked, and gets values with evidence', async () => {
    const { anonymous } = server
    const { sps_id, document_id, id } = await readyProject()

    const answer = await anonymous.post(`${base}/prompt-run/`, { sps_id, document_id, id })
    expect(answer.status).toBe(200)
    expect(answer.body[0]).toMatchObject({ prompt_id: id, created_by: null })
    expect(answer.body[0].evidence_data[0]).toMatchObject({ page: 0, quote: expect.any(String) })
    const listedReply = await anonymous.get(
      `${base}/prompt-output/?sps_id=${sps_id}&document_id=${document_id}`,
    )
    expect(listedReply.body.map((one: { output: string }) => one.output)).toEqual([
      answer.body[0].output,
    ])

    const second = await anonymous.post(`${base}/prompts/`, promptOf(sps_id))
    expect(second.body).toMatchObject({ tool_id: sps_id, sequence_number: 2, prompt_key: 'number' })
    const changedReply = await anonymous.patch(`${base}/prompts/${id}/`, {
      tool_id: sps_id,
      prompt_key: 'sum',
      prompt: 'What is the sum?',
    })
    expect(changedReply.body).toMatchObject({ prompt_key: 'sum', prompt: 'What is the sum?' })
    const movedReply = await anonymous.post(`${base}/prompts/reorder/`, {
      tool_id: sps_id,
      prompt_id: id,
      start_sequence_number: 1,
      end_sequence_number: 2,
    })
    expect(movedReply.body.at(-1)).toEqual({ id, sequence_number: 2 })
    const promptPath = `${base}/prompts/${second.body.prompt_id}/?tool_id=${sps_id}`
    expect((await anonymous.delete(promptPath)).status).toBe(204)
    const keys = (await anonymous.get(`${base}/prompts/?tool_id=${sps_id}`)).body
    expect(keys.map((one: { prompt_key: string }) => one.prompt_key)).toEqual(['sum'])
  })

  test('[SS-051] is of no organization that people see, and nobody can sign in as one', async () => {
    const { tool_id } = await projectOf()
    const { db } = server.ctx
    const row = await db
      .selectFrom('simple_project')
      .innerJoin('organization', 'organization.id', 'simple_project.organization_id')
      .innerJoin('user_account', 'user_account.id', 'simple_project.user_id')
      .select(['organization.kind', 'organization.slug', 'user_account.password_hash'])
      .where('simple_project.id', '=', tool_id)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ kind: 'visitors', password_hash: null })
    const visibleReply = await server.as('admin').get(`/api/v1/recto/${row.slug}/prompt-studio/`)
    expect(visibleReply.status).toBe(403)
  })
})

test('where accounts are made by invitation, visitors are let in only when that is wished', async () => {
  const closedServer = await startServer({ env: { RECTO_SIGN_UP: 'invited' } })
  try {
    const settings = await closedServer.anonymous.get(`${base}/settings/`)
    expect(settings.body).toMatchObject({ is_open: false, human_check: null, keep_days: 7 })
    const createdReply = await closedServer.anonymous.post(`${base}/`, { tool_name: 'Invoices' })
    expect(createdReply).toMatchObject(
      refusal(
        501,
        'The simple studio is not available in this installation. Ask an administrator for an account.',
      ),
    )
  } finally {
    await closedServer.close()
  }
})
