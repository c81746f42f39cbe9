import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../../platform/config/config.ts'
import { sessionSeconds } from './start-session.ts'

const sessionCookie = 'sessionid'
const csrfCookie = 'csrftoken'

type Settings = Pick<Config, 'publicUrl'>

export const sessionTokenOf = ({ cookies }: FastifyRequest) => cookies[sessionCookie]
export const csrfTokenOf = ({ cookies }: FastifyRequest) => cookies[csrfCookie]

export function setSessionCookie(reply: FastifyReply, settings: Settings, token: string): void {
  reply.setCookie(sessionCookie, token, { ...attributes(settings), httpOnly: true })
}

/** Scripts of our own pages read it and send it back in a header. */
export function setCsrfCookie(reply: FastifyReply, settings: Settings, token: string): void {
  reply.setCookie(csrfCookie, token, { ...attributes(settings), httpOnly: false })
}

export function clearCookies(reply: FastifyReply, settings: Settings): void {
  for (const name of [sessionCookie, csrfCookie]) reply.clearCookie(name, attributes(settings))
}

function attributes({ publicUrl }: Settings) {
  return {
    path: '/',
    sameSite: 'lax',
    maxAge: sessionSeconds,
    secure: publicUrl?.startsWith('https:') ?? false,
  } as const
}
