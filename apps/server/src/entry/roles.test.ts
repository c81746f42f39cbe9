import { acts, lineNameOf, lines } from '@recto/contract/policy'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startServer, type TestServer } from '../testing/start-server.ts'
import { openAsker } from './testing/matrix/ask-cells.ts'
import { type Cell, cellsOf, gapsOf } from './testing/matrix/cells.ts'
import {
  cellsAgainst,
  conditionsOf,
  everyMutation,
  type Mutation,
  rolesOf,
} from './testing/matrix/mutations.ts'

/**
 * The policy is asked for, cell by cell, through the front door: every route, as every role, about a
 * thing of one's own, one that was shared, one of another, and one of another organization.
 */

let server: TestServer
let asker: Awaited<ReturnType<typeof openAsker>>

const cells = cellsOf({ acts, lines })

beforeAll(async () => {
  server = await startServer({ worker: true })
  asker = await openAsker(server)
}, 120_000)

afterAll(() => server?.close())

describe('the policy', () => {
  test('has a line for every route that is served, and no other', () => {
    const served = server.endpoints.map(lineNameOf)

    expect(Object.keys(lines).sort()).toEqual([...new Set(served)].sort())
  })

  test('has a question for every thing that a route is about', () => {
    expect(gapsOf({ lines })).toEqual([])
  })

  test(`is what every route answers by, in ${cells.length} cells`, {
    timeout: 300_000,
  }, async () => {
    const wrong: string[] = []
    for (const cell of cells) {
      const answer = await asker.ask(cell)
      if (answer) wrong.push(answer)
    }

    expect(wrong).toEqual([])
    expect(cells.length).toBeGreaterThan(2000)
  })
})

describe('a policy that says', () => {
  test.each([
    rolesOf('GET /api/keys/api/:id/', ['admin', 'user', 'reviewer']),
    rolesOf('DELETE /invitation/:id/', ['admin', 'user']),
    rolesOf('POST /workflow/', ['admin']),
    conditionsOf('deployment/keys', ['anyMember']),
    conditionsOf('deployment/change', ['owner']),
    conditionsOf('deployment/delete', ['owner', 'admin', 'anyMember']),
    conditionsOf('workflow/change', ['anyMember']),
    conditionsOf('workflow/delete', ['owner']),
    conditionsOf('execution/open', ['anyMember']),
    conditionsOf('project/see', ['owner', 'shared', 'sharedToOrg', 'anyMember']),
    conditionsOf('project/delete', ['owner', 'shared']),
    conditionsOf('adapter/open', ['owner', 'sharedToOrg']),
  ])('$name is noticed', async (mutation) => {
    expect(await noticed(mutation)).toMatch(/^\w+: /)
  })

  test('anything else, by one role or one condition, is noticed too', {
    timeout: 300_000,
  }, async () => {
    const visible = everyMutation().filter((one) => cellsAgainst(one, cells).length > 0)
    const unnoticed: string[] = []
    for (const mutation of visible) {
      if (!(await noticed(mutation))) unnoticed.push(mutation.name)
    }

    expect(unnoticed).toEqual([])
    expect(visible.length).toBeGreaterThan(450)
  })
})

/** The first answer of a server with the other policy that is not the policy's. */
async function noticed(mutation: Mutation): Promise<string | undefined> {
  const against = cellsAgainst(mutation, cells)
  // While those who make things still may.
  for (const cell of against) await asker.prepare(cell)
  const undo = mutation.apply()
  try {
    return await firstWrong(against)
  } finally {
    undo()
  }
}

async function firstWrong(asked: readonly Cell[]): Promise<string | undefined> {
  for (const cell of asked) {
    const answer = await asker.ask(cell)
    if (answer) return answer
  }
  return undefined
}
