import { createHash } from 'node:crypto'
import type pg from 'pg'

/** From this many uses on a statement is worth its place in every connection. */
const usesBeforePreparing = 8
/** Each connection keeps the plans of these; statements that vary with their lists must not pile up. */
const maxPrepared = 200
/** Of statements that are counted; the oldest are forgotten. */
const maxCounted = 2000

type Statement = { uses: number; name?: string }

/**
 * Gives names to statements that come again and again, so that the database parses and plans them once
 * for a connection instead of each time. A text that came seldom stays as it is.
 */
export function openStatementNames() {
  const statements = new Map<string, Statement>()
  let prepared = 0
  let generation = 0
  return {
    nameOf(text: string): string | undefined {
      const statement = statements.get(text) ?? { uses: 0 }
      statement.uses += 1
      if (statement.uses === 1) {
        statements.set(text, statement)
        if (statements.size > maxCounted) forgetOldest(statements)
      }
      if (!statement.name && statement.uses >= usesBeforePreparing && prepared < maxPrepared) {
        prepared += 1
        const hash = createHash('sha256').update(text).digest('hex').slice(0, 32)
        statement.name = `${hash}-${generation}`
      }
      return statement.name
    },
    /** After a change of the tables: what was prepared before does not fit them. */
    renew() {
      generation += 1
      prepared = 0
      statements.clear()
    },
  }
}

function forgetOldest(statements: Map<string, Statement>): void {
  for (const [text, { name }] of statements) {
    if (name) continue
    statements.delete(text)
    return
  }
}

type Names = ReturnType<typeof openStatementNames>

/** How PostgreSQL refuses a prepared statement whose tables another process has changed meanwhile. */
const isOutdated = (error: unknown) => {
  const { code, routine } = error as { readonly code?: unknown; readonly routine?: unknown }
  return code === '0A000' && routine === 'RevalidateCachedQuery'
}

/** A connection of that kind that prepares statements under shared names. */
export function preparingClient(names: Names, Client: typeof pg.Client): typeof pg.Client {
  class PreparingClient extends Client {
    // The library's own signatures are many; those that are not meant here pass as they are.
    // biome-ignore lint/suspicious/noExplicitAny: see above
    override query(...given: any[]): any {
      const [text, values, then] = given
      if (typeof text !== 'string' || !Array.isArray(values) || then !== undefined) {
        return super.query(...(given as Parameters<pg.Client['query']>))
      }
      const name = names.nameOf(text)
      if (!name) return super.query(text, values)
      return super.query({ name, text, values }).catch((error: unknown) => {
        if (!isOutdated(error)) throw error
        names.renew()
        // Inside a transaction nothing more is accepted: the caller fails, and the next one does not.
        return super.query(text, values)
      })
    }
  }
  return PreparingClient
}
