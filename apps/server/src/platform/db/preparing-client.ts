import { createHash } from 'node:crypto'
import type pg from 'pg'

/** Number of uses after which preparing a statement pays off. */
const usesBeforePreparing = 8
/**
 * Each connection keeps the plans of prepared statements; statements whose text varies must not
 * pile up.
 */
const maxPrepared = 200
/** Maximum number of statements whose uses are counted; the oldest are dropped. */
const maxCounted = 2000

type StatementUse = { uses: number; name?: string }

/**
 * Assigns names to frequent statements, so that the database parses and plans them once per
 * connection instead of every time.
 */
export function createStatementNames() {
  const statements = new Map<string, StatementUse>()
  let preparedCount = 0
  let generation = 0
  return {
    countUse(text: string): string | undefined {
      const statement = statements.get(text) ?? { uses: 0 }
      statement.uses += 1
      if (statement.uses === 1) {
        statements.set(text, statement)
        if (statements.size > maxCounted) dropOldest(statements)
      }
      if (!statement.name && statement.uses >= usesBeforePreparing && preparedCount < maxPrepared) {
        preparedCount += 1
        const hash = createHash('sha256').update(text).digest('hex').slice(0, 32)
        statement.name = `${hash}-${generation}`
      }
      return statement.name
    },
    /** Must be called after a schema change, which invalidates prepared statements. */
    reset() {
      generation += 1
      preparedCount = 0
      statements.clear()
    },
  }
}

function dropOldest(statements: Map<string, StatementUse>): void {
  for (const [text, { name }] of statements) {
    if (name) continue
    statements.delete(text)
    return
  }
}

type StatementNames = ReturnType<typeof createStatementNames>

/** Whether PostgreSQL rejects a prepared statement because its tables have changed. */
const isOutdatedPlan = (error: unknown) => {
  const { code, routine } = error as { readonly code?: unknown; readonly routine?: unknown }
  return code === '0A000' && routine === 'RevalidateCachedQuery'
}

/** Creates a client class that prepares frequent statements under shared names. */
export function createPreparingClientClass(
  names: StatementNames,
  Client: typeof pg.Client,
): typeof pg.Client {
  class PreparingClient extends Client {
    // The library has many signatures; those not handled here pass through unchanged.
    override query(...args: any[]): any {
      const [text, values, callback] = args
      if (typeof text !== 'string' || !Array.isArray(values) || callback !== undefined) {
        return super.query(...(args as Parameters<pg.Client['query']>))
      }
      const name = names.countUse(text)
      if (!name) return super.query(text, values)
      return super.query({ name, text, values }).catch((error: unknown) => {
        if (!isOutdatedPlan(error)) throw error
        names.reset()
        // Inside a transaction this fails too, and only the next transaction succeeds.
        return super.query(text, values)
      })
    }
  }
  return PreparingClient
}
