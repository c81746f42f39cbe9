import type {
  Act,
  acts,
  Condition,
  RoutePolicy,
  routePolicies,
} from '@recto/contract/policy/policy'
import { requests } from './requests.ts'
import { type Noun, type Situation, situations } from './things.ts'

export const roles = ['admin', 'user', 'reviewer', 'supervisor'] as const

/** The policy as it was when the expectations were made of it. */
export type Policy = { readonly acts: typeof acts; readonly lines: typeof routePolicies }

/** What an answer has to look like. */
type Expected =
  /** Let through. */
  | 'granted'
  /** Its role has no business here: 403. */
  | 'kept out'
  /** It sees the thing, and may not do this to it: 403. */
  | 'denied'
  /** It may not even know of the thing. */
  | 'hidden'
  /** 403: the address is of another organization than the session. */
  | 'another organization'

/** One question to the server with one right answer. */
export type Cell = {
  readonly route: string
  readonly role: (typeof roles)[number]
  readonly expected: Expected
  /** Absent where the route is about no thing. */
  readonly about?: { readonly act: Act; readonly noun: Noun; readonly situation: Situation }
}

type MemberLine = Extract<RoutePolicy, { who: 'member' }>

/** Every member's route as every role, about a thing in every situation. */
export function cellsOf({ acts, lines }: Policy): Cell[] {
  return Object.entries(lines).flatMap(([route, line]) => {
    if (line.who !== 'member') return []
    return roles.flatMap((role) => [
      { route, role, expected: 'another organization' as const },
      ...cellsAt(acts, route, line, role),
    ])
  })
}

function cellsAt(
  rules: Policy['acts'],
  route: string,
  line: MemberLine,
  role: Cell['role'],
): Cell[] {
  const isIn = line.roles.includes(role)
  if (line.acts.length === 0) return [{ route, role, expected: isIn ? 'granted' : 'kept out' }]
  return line.acts.flatMap((act) => {
    const noun = nounOf(act)
    return situations[noun].map((situation) => ({
      route,
      role,
      about: { act, noun, situation },
      expected: isIn ? expectedOf(rules, act, { role, situation }) : ('kept out' as const),
    }))
  })
}

/** A profile is a part of its project. */
export const nounOf = (act: Act): Noun => {
  const [noun] = act.split('/') as [Noun | 'profile']
  return noun === 'profile' ? 'project' : noun
}

function expectedOf(
  rules: Policy['acts'],
  act: Act,
  { role, situation }: { readonly role: Cell['role']; readonly situation: Situation },
): Expected {
  if (situation === 'elsewhere') return 'hidden'
  const holding = ['anyMember', situation, ...(role === 'admin' ? ['admin'] : [])]
  const isMet = (name: Act) => rules[name].some((one: Condition) => holding.includes(one))
  if (!isMet(`${nounOf(act)}/see` as Act)) return 'hidden'
  return isMet(act) ? 'granted' : 'denied'
}

/** Routes that are about a thing and of which the matrix has no request, and requests of no route. */
export function gapsOf({ lines }: Pick<Policy, 'lines'>): string[] {
  const wanted = Object.entries(lines).flatMap(([route, line]) =>
    line.who === 'member' ? line.acts.map((act) => `${route} ${act}`) : [],
  )
  const had = Object.entries(requests).flatMap(([route, asked]) =>
    Object.keys(asked).map((act) => `${route} ${act}`),
  )
  return [
    ...wanted.filter((one) => !had.includes(one)).map((one) => `nothing asks ${one}`),
    ...had.filter((one) => !wanted.includes(one)).map((one) => `no route has ${one}`),
  ]
}

export const nameOf = ({ route, role, expected, about }: Cell): string => {
  const thing = about ? ` (${about.act}, ${about.situation})` : ''
  return `${role}: ${route}${thing} is ${expected}`
}
