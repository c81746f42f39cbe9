import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { explainFailure } from './explain-failure.ts'
import { readJsonAnswer } from './read-answer.ts'

const context = {
  name: 'Odd Models',
  secrets: ['sk-1 2 3', 'line\nbreak'],
  seconds: 5,
  isTimeUp: false,
}

const failure = (message: string, changes: object = {}) =>
  Object.assign(new Error(message), changes)

test.each([
  ['as it is', 'The key sk-1 2 3 is at fault.'],
  ['with its spaces folded into breaks', 'The key sk-1 2 3 is at\nfault.'],
  ['that only folding brings about', 'The key sk-1\n2\t3 is at fault.'],
])('a key is in no message: %s', (_, message) => {
  const explanation = explainFailure(failure(message, { statusCode: 401 }), context)

  expect(explanation.message).toBe('Odd Models returned 401: The key *** is at fault.')
})

test('a key with a line break is in no message, raw, folded or as JSON writes it', () => {
  const message = 'line\nbreak, line break, line\\nbreak'

  expect(explainFailure(failure(message, { statusCode: 400 }), context).message).toBe(
    'Odd Models returned 400: ***, ***, ***',
  )
})

test('a redirect is told, and where it leads', () => {
  const redirectError = failure('Found', {
    statusCode: 302,
    responseHeaders: { location: 'http://169.254.169.254/' },
  })

  expect(explainFailure(redirectError, context)).toMatchObject({
    code: 'refused',
    message: 'Odd Models returned 302: the address redirects to http://169.254.169.254/.',
  })
})

test('a service that hangs up is told in words', async () => {
  const server = createServer(({ socket }) => socket.destroy()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const hangUp = await fetch(`http://127.0.0.1:${port}/`).catch((error: unknown) => error)
  server.close()

  expect(explainFailure(hangUp, context)).toMatchObject({
    code: 'unreachable',
    message: 'Odd Models closed the connection without an answer.',
  })
})

test('an address that may not be asked is told by the reason, not by the words of the client', async () => {
  const refusalError = await fetch('http://127.0.0.1:1/').catch((error: unknown) => error)

  expect(explainFailure(refusalError, context).message).toBe(
    'Odd Models could not be called: bad port',
  )
})

test.each(['sk-\u{1d4b3}', 'sk-1\n2'])(
  'a key that no header can carry is told without it',
  async (key) => {
    const refusalError = await fetch('http://127.0.0.1:9/', {
      headers: { authorization: `Bearer ${key}` },
    }).catch((error: unknown) => error)

    expect(explainFailure(refusalError, context)).toMatchObject({
      code: 'settings-invalid',
      message: 'Odd Models: A key or another setting contains characters that cannot be sent.',
    })
  },
)

const innerText = 'root:x:0:0 what an inner service says'

test.each([
  [200, innerText],
  [200, `{"unexpected":"${innerText}"}`],
  [404, innerText],
  [500, `{"detail":"${innerText}"}`],
  [302, innerText],
])('the body of a reply with status %d is in no error', async (status, body) => {
  const expected = { name: 'Odd Models', shape: { safeParse: () => ({ success: false }) } as never }
  const answerError = await readJsonAnswer(new Response(body, { status }), {
    ...expected,
    errorKey: 'error',
  }).catch((error: unknown) => error)

  expect(explainFailure(answerError, context).message).not.toContain('root')
})

test('the body of a reply that a library did not understand is in no error', () => {
  const libraryError = failure(`JSON parsing failed: Text: ${innerText}.`, {
    name: 'AI_JSONParseError',
    responseBody: innerText,
  })
  const refusalError = failure('', { statusCode: 502, responseBody: innerText })

  expect(explainFailure(libraryError, context).message).not.toContain('root')
  expect(explainFailure(refusalError, context).message).toBe(
    'Odd Models returned 502: no reason was given.',
  )
})
