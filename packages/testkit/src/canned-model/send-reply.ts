import { once } from 'node:events'
import type { ServerResponse } from 'node:http'

/** How an exchange ended. */
export type Outcome = 'replied' | 'refused' | 'hung-up' | 'abandoned'

/** Sends the head of a reply and nothing more, until the caller has disconnected. */
export async function beginOnly(response: ServerResponse, type: string): Promise<Outcome> {
  response.writeHead(200, { 'content-type': type })
  response.flushHeaders()
  await once(response, 'close')
  return 'abandoned'
}

/** Sends a body in parts. */
export function sendBytes(
  response: ServerResponse,
  type: string,
  parts: readonly Buffer[],
): Promise<Outcome> {
  response.writeHead(200, { 'content-type': type })
  for (const part of parts) response.write(part)
  return end(response)
}

/** Sends a text as JSON, whether or not it is. */
export function sendJson(response: ServerResponse, status: number, body: string): Promise<Outcome> {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.write(body)
  return end(response)
}

/** Ends a reply, and waits until it is handed over or the caller has disconnected. */
export async function end(response: ServerResponse): Promise<Outcome> {
  const endPromise = new Promise<Outcome>((resolve) => {
    response.once('finish', () => resolve(response.statusCode < 400 ? 'replied' : 'refused'))
    response.once('close', () => resolve('abandoned'))
  })
  response.end()
  return endPromise
}

const millisecondsOfLetter = 20

/** Sends a letter now and then, and never the last one, until the caller has disconnected. */
export async function trickle(response: ServerResponse, whole: string): Promise<Outcome> {
  response.writeHead(200, { 'content-type': 'application/json' })
  let sentCharacters = 0
  const timer = setInterval(() => {
    if (sentCharacters < whole.length - 1) response.write(whole.charAt(sentCharacters))
    sentCharacters += 1
  }, millisecondsOfLetter)
  await once(response, 'close').finally(() => clearInterval(timer))
  return 'abandoned'
}

/** Cuts the connection in the middle of the body. */
export async function hangUp(response: ServerResponse, whole: string): Promise<Outcome> {
  response.writeHead(200, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(whole),
  })
  response.write(whole.slice(0, Math.ceil(whole.length / 2)), () => response.destroy())
  await once(response, 'close')
  return 'hung-up'
}
