import type { Role } from '@recto/contract/policy/policy'
import {
  type Act,
  acts,
  type Condition,
  type RoutePolicy,
  routePolicies,
} from '@recto/contract/policy/policy'
import { type Cell, expectedOf, nounOf, roles } from './cells.ts'
import { requests } from './requests.ts'
import { situations } from './things.ts'

/** One change of the policy that a running server obeys; `undo` takes it back. */
export type Mutation = { readonly name: string; readonly apply: () => () => void }

type OpenLine = { roles: readonly Role[] } & Extract<RoutePolicy, { who: 'member' }>
const openActs = acts as unknown as Record<Act, readonly Condition[]>

/** Lets other roles in than the policy has. */
export const rolesOf = (route: string, changedRoles: readonly Role[]): Mutation => ({
  name: `${route} for ${changedRoles.join(', ') || 'nobody'}`,
  apply() {
    // The server holds on to the line itself.
    const line = routePolicies[route] as OpenLine
    const initialRoles = line.roles
    line.roles = changedRoles
    return () => {
      line.roles = initialRoles
    }
  },
})

/** Asks other conditions than the policy has. */
export const conditionsOf = (act: Act, changedConditions: readonly Condition[]): Mutation => ({
  name: `${act} by ${changedConditions.join(', ') || 'nobody'}`,
  apply() {
    const initialConditions = openActs[act]
    openActs[act] = changedConditions
    return () => {
      openActs[act] = initialConditions
    }
  },
})

const toggle = <One>(all: readonly One[], one: One): One[] =>
  all.includes(one) ? all.filter((member) => member !== one) : [...all, one]

/** Conditions that the server finds out for one act only; in another act they let nobody in. */
const conditionsOfOneAct: Partial<Record<Condition, Act>> = {
  mayUseItsParts: 'workflow/deploy',
}

const isKnownFor = (condition: Condition, act: Act): boolean =>
  (conditionsOfOneAct[condition] ?? act) === act

/**
 * One role of every route taken away and one let in, and every condition of every act let in or
 * taken away, one at a time. Which roles it is changes from route to route: the server treats all
 * alike.
 */
export function everyMutation(): Mutation[] {
  const ofRoles = Object.entries(routePolicies).flatMap(([route, line], place) => {
    if (line.who !== 'member') return []
    const order = roles.map((_, index) => roles[(index + place) % roles.length] as Role)
    const isIn = (role: Role) => line.roles.includes(role)
    return [order.find(isIn), order.find((role) => !isIn(role))]
      .filter((role) => role !== undefined)
      .map((role) => rolesOf(route, toggle(line.roles, role)))
  })
  const ofConditions = (Object.keys(acts) as Act[]).flatMap((act) =>
    ['anyMember', 'admin', ...situations[nounOf(act)]]
      .filter((name): name is Condition => name !== 'other' && name !== 'elsewhere')
      .filter((condition) => isKnownFor(condition, act))
      .map((condition) => conditionsOf(act, toggle(openActs[act], condition))),
  )
  return [...ofRoles, ...ofConditions]
}

/** The cells that have another answer under the mutation; none where it changes nothing that can be seen. */
export function cellsAgainst({ apply }: Mutation, cells: readonly Cell[]): Cell[] {
  const undo = apply()
  try {
    const policy = { acts, lines: routePolicies }
    return cells.filter((cell) => expectedOf(policy, cell) !== cell.expected)
  } finally {
    undo()
  }
}

/**
 * One reply is enough to notice a mutation. A thing of another organization stays as it is whatever
 * the reply; a request that deletes its thing costs a new one.
 */
export function cheapestFirst(cells: readonly Cell[]): Cell[] {
  const costOf = ({ route, subject }: Cell): number => {
    if (!subject || subject.situation === 'elsewhere') return 0
    return requests[route]?.[subject.act]?.isConsumed ? 2 : 1
  }
  return [...cells].sort((first, second) => costOf(first) - costOf(second))
}
