import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Cell } from './cells.ts'
import type { Site } from './site.ts'

/** One kind of work that is added again and again, and judged at the end. */
export type Load = {
  /** Adds work until the signal aborts. */
  run(signal: AbortSignal): Promise<unknown>
  /** Adds what is missing when nobody adds work any more. */
  finish?(): Promise<void>
  /** Says what became of everything that was accepted, once nothing is open any more. */
  judge(kills: readonly number[]): Promise<readonly Judgement[]>
  /** Ways to bring about cells that are rare. */
  readonly provocations?: Readonly<Record<Cell, Provocation>>
}

/** Breaks something; what it returns repairs it. */
export type Provocation = () => Promise<() => Promise<unknown>>

export type Judgement = {
  readonly name: string
  /** Number of items that the product has accepted for sure. */
  readonly accepted: number
  /** Number of items that have ended once and with the right result, those accepted perhaps included. */
  readonly right: number
  /** Items without an end, or without the right result. */
  readonly lostItems: readonly string[]
  /** Items that ended or were delivered twice, without a kill that explains it. */
  readonly doubledItems: readonly string[]
  /** Counts that only this kind has. */
  readonly details?: Readonly<Record<string, number>>
}

export type LoadContext = {
  readonly site: Site
  /** A tool that reads orders. */
  readonly toolId: string
  readonly query: Query
}

export type Query = <Row>(text: string, values?: readonly unknown[]) => Promise<readonly Row[]>

/** Each query has a connection of its own, because any of them may die with the database. */
export const queryOf =
  (site: Pick<Site, 'databaseUrl'>): Query =>
  async (text, values = []) => {
    const client = new pg.Client({ connectionString: await site.databaseUrl() })
    client.on('error', () => {})
    await client.connect()
    try {
      return (await client.query(text, [...values])).rows
    } finally {
      await client.end().catch(() => {})
    }
  }

/** Repeats a call with pauses. A call that fails is retried, because its server may have been killed. */
export async function keepOn(
  signal: AbortSignal,
  pauseMs: number,
  act: () => Promise<unknown>,
): Promise<void> {
  while (!signal.aborted) {
    await act().catch(() => {})
    await sleep(pauseMs, undefined, { signal }).catch(() => {})
  }
}

/** Names that are in a list more than once. */
export const findRepeated = (names: readonly string[]): string[] => [
  ...new Set(names.filter((name, index) => names.indexOf(name) !== index)),
]
