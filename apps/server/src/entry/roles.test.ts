import { acts, getRoutePolicyName, routePolicies } from '@recto/contract/policy/policy'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startServer, type TestServer } from '../testing/start-server.ts'
import { type Asker, openAsker } from './testing/matrix/ask-cells.ts'
import { cellsOf, gapsOf } from './testing/matrix/cells.ts'
import {
  cellsAgainst,
  cheapestFirst,
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
let asker: Asker

const cells = cellsOf({ acts, lines: routePolicies })

beforeAll(async () => {
  server = await startServer({ worker: true })
  asker = await openAsker(server)
})

afterAll(() => server?.close())

describe('the policy', () => {
  test('has an entry for exactly the routes that are served', () => {
    const servedNames = server.endpoints.map(getRoutePolicyName)

    expect(Object.keys(routePolicies).sort()).toEqual([...new Set(servedNames)].sort())
  })

  test('has a permission for every object that a route is about', () => {
    expect(gapsOf({ lines: routePolicies })).toEqual([])
  })

  test(`matches the replies of every route, in ${cells.length} cells`, {
    timeout: 600_000,
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

describe('a modified policy with', () => {
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

  test('a change of any single condition, or of a role at any route, is detected', {
    timeout: 600_000,
  }, async () => {
    const visible = everyMutation().filter((one) => cellsAgainst(one, cells).length > 0)
    const undetectedChanges: string[] = []
    for (const mutation of visible) {
      if (!(await noticed(mutation))) undetectedChanges.push(mutation.name)
    }

    expect(undetectedChanges).toEqual([])
    expect(visible.length).toBeGreaterThan(450)
  })
})

/** Finds the first reply of a server with a modified policy that contradicts the policy. */
async function noticed(mutation: Mutation): Promise<string | undefined> {
  for (const cell of cheapestFirst(cellsAgainst(mutation, cells))) {
    // The thing is made while its creator still has access.
    await asker.prepare(cell)
    const undo = mutation.apply()
    try {
      const answer = await asker.ask(cell)
      if (answer) return answer
    } finally {
      undo()
    }
  }
  return undefined
}
