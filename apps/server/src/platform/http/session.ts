import type { Actor } from '../context.ts'

/** A signed-in browser, as the gate found it. */
export type Session = {
  /** Hash of the cookie; the cookie itself is nowhere stored. */
  readonly tokenHash: string
  readonly csrfToken: string
  readonly logEventsId: string
  readonly user: { readonly id: number; readonly username: string; readonly email: string }
  /** Absent until an organization was set in this session. */
  readonly actor: Actor | null
}

declare module 'fastify' {
  interface FastifyRequest {
    session: Session | null
    uploads: readonly Upload[]
  }
}

/** A file of a multipart request, already in the file store; gone after the request unless moved. */
export type Upload = {
  readonly field: string
  readonly name: string
  readonly mimeType: string
  readonly size: number
  /** SHA-256 of the content, hexadecimal. */
  readonly hash: string
  /** Its path in the file store. */
  readonly path: string
}
