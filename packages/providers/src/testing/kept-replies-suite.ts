import type { Llm, LlmRequest } from '@recto/provider-spec/llm'
import type { ServiceJob } from '@recto/provider-spec/service-job'
import type { CannedModelServer } from '@recto/testkit/canned-model-server'
import { expect, test } from 'vitest'

/** Makes a job that remembers what a caller would store. */
export function trackJob(earlierId?: string) {
  const startedIds: string[] = []
  const losses = { count: 0 }
  const job: ServiceJob = {
    earlierId,
    onStarted: async (id) => void startedIds.push(id),
    onLost: async () => {
      losses.count += 1
    },
  }
  return { job, startedIds, losses }
}

/** Tests every language model whose service keeps replies. `open` opens it so that it does. */
export function testKeptReplies(server: () => CannedModelServer, open: () => Llm): void {
  const ask = (changes: Partial<LlmRequest>, llm = open()) =>
    llm.complete!({ prompt: 'What is the total?', ...changes })
  const countPosts = () => server().requests.filter(({ call }) => call?.kind === 'generate').length
  const keptPaths = (id = '') =>
    server().requests.filter(({ path, call }) => !call && path.includes(id))

  test('a call with a job tells its id while the model answers, and its reply is the ordinary one', async () => {
    const { job, startedIds } = trackJob()
    const { promise: until, resolve: goOn } = Promise.withResolvers<void>()
    server().script({ reply: 'The total is 42.', until })
    const postsBefore = countPosts()

    const callPromise = ask({ job, system: 'You read invoices.' })
    await expect.poll(() => startedIds).toHaveLength(1)
    goOn()

    expect(await callPromise).toMatchObject({
      text: 'The total is 42.',
      stoppedBy: 'end',
      usage: { inputTokens: 9, outputTokens: 4 },
    })
    expect(countPosts() - postsBefore).toBe(1)
    expect(server().requests.find(({ id }) => startedIds[0] === `canned-${id}`)?.isKept).toBe(true)
  })

  test('with the id of an earlier call its reply is fetched, and nothing is paid', async () => {
    const { job, startedIds } = trackJob()
    server().script({ reply: 'The total is 42.' })
    await ask({ job })
    const postsBefore = countPosts()

    const reply = await ask({ job: trackJob(startedIds[0]).job })

    expect(reply.text).toBe('The total is 42.')
    expect(countPosts() - postsBefore).toBe(0)
  })

  test('a call that still goes on is waited for, and not made again', async () => {
    const { job, startedIds } = trackJob()
    const { promise: until, resolve: goOn } = Promise.withResolvers<void>()
    const dead = new AbortController()
    server().script({ reply: 'The total is 42.', until })
    const firstCall = ask({ job, signal: dead.signal })
    await expect.poll(() => startedIds).toHaveLength(1)
    dead.abort(new Error('The process died.'))
    await expect(firstCall).rejects.toThrow('The process died.')
    const postsBefore = countPosts()

    const secondCall = ask({ job: trackJob(startedIds[0]).job })
    await expect.poll(() => keptPaths(startedIds[0])).not.toHaveLength(0)
    goOn()

    expect((await secondCall).text).toBe('The total is 42.')
    expect(countPosts() - postsBefore).toBe(0)
  })

  test('a call that the service does not know any more is made again', async () => {
    const { job, startedIds, losses } = trackJob('canned-long-ago')
    server().script({ reply: 'The total is 42.' })

    expect((await ask({ job })).text).toBe('The total is 42.')
    expect([losses.count, startedIds.length]).toEqual([1, 1])
  })

  test('a call can be cancelled, and is made again after that', async () => {
    const { job, startedIds } = trackJob()
    const dead = new AbortController()
    server().script({ until: new Promise(() => {}) })
    const llm = open()
    const callPromise = ask({ job, signal: dead.signal }, llm)
    await expect.poll(() => startedIds).toHaveLength(1)
    dead.abort(new Error('Nobody needs it.'))
    await expect(callPromise).rejects.toThrow('Nobody needs it.')

    await llm.keptReplies!.cancel(startedIds[0]!)

    expect(keptPaths(startedIds[0]).at(-1)).toMatchObject({
      method: 'POST',
      path: expect.stringMatching(/\/cancel$/),
      status: 200,
    })
    const { job: laterJob, losses } = trackJob(startedIds[0])
    server().script({ reply: 'The total is 42.' })
    expect((await ask({ job: laterJob }, llm)).text).toBe('The total is 42.')
    expect(losses.count).toBe(1)
  })

  test.each([
    ['a wrong key', { status: 401 }, { code: 'unauthorised' }],
    ['too many requests', { status: 429, retryAfterSeconds: 7 }, { code: 'rate-limited' }],
    ['a broken server', { status: 500 }, { code: 'unavailable' }],
  ] as const)('%s fails as in an ordinary call, in one request', async (_, turn, failure) => {
    server().script(turn)
    const { job, startedIds } = trackJob()
    const requestsBefore = server().requests.length

    await expect(ask({ job })).rejects.toMatchObject(failure)

    expect(server().requests.length - requestsBefore).toBe(1)
    expect(startedIds).toEqual([])
  })
}

/** Tests the background mode of the Responses API. */
export function testBackgroundMode(server: () => CannedModelServer, open: () => Llm): void {
  const ask = (changes: Partial<LlmRequest>, llm = open()) =>
    llm.complete!({ prompt: 'What is the total?', ...changes })

  test('a server that refuses background mode gets the ordinary call, and then only that', async () => {
    const llm = open()
    const { job, startedIds } = trackJob()
    const requestsBefore = server().requests.length
    server().script({ status: 400, message: 'Unknown parameter: background.' }, { reply: 'first' })
    server().script({ reply: 'second' })

    expect((await ask({ job }, llm)).text).toBe('first')
    expect((await ask({ job }, llm)).text).toBe('second')

    const paths = server()
      .requests.slice(requestsBefore)
      .map(({ path }) => path.split('/').at(-1))
    expect(paths).toEqual(['responses', 'completions', 'completions'])
    expect(startedIds).toEqual([])
  })

  test('a request that is refused in both ways fails with the reason of the ordinary call', async () => {
    const { job } = trackJob()
    server().script(
      { status: 404, message: 'No path.' },
      { status: 404, message: 'No such model.' },
    )

    await expect(ask({ job })).rejects.toThrow('No such model.')
  })

  test('a stored reply is deleted at the service', async () => {
    const { job, startedIds } = trackJob()
    const llm = open()
    await ask({ job }, llm)

    await llm.keptReplies!.discard(startedIds[0]!)

    const { job: laterJob, losses } = trackJob(startedIds[0])
    await ask({ job: laterJob }, llm)
    expect(losses.count).toBe(1)
  })

  test('asks for JSON of a schema, and says when it was cut off', async () => {
    server().script({ reply: { total: 42 } }, { fault: 'truncated', reply: 'one two three four' })
    const json = { type: 'object', properties: { total: { type: 'number' } }, required: ['total'] }
    const schema = { name: 'invoice', json }

    const reply = await ask({ job: trackJob().job, schema })
    const cutReply = await ask({ job: trackJob().job })

    expect(JSON.parse(reply.text)).toEqual({ total: 42 })
    expect(server().requests.find(({ call }) => call?.schema)?.isKept).toBeDefined()
    expect(cutReply).toMatchObject({ text: 'one two t', stoppedBy: 'length' })
  })

  test('a connection that is cut after the id costs nothing: the reply is fetched', async () => {
    const { job, startedIds } = trackJob()
    const callsBefore = server().requests.filter(({ call }) => call).length
    server().script({ fault: 'hang-up', reply: 'The total is 42.', latencyMs: 20 })

    expect((await ask({ job })).text).toBe('The total is 42.')
    expect(startedIds).toHaveLength(1)
    expect(server().requests.filter(({ call }) => call).length - callsBefore).toBe(1)
  })
}
