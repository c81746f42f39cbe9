import type {
  Act,
  acts,
  Condition,
  RoutePolicy,
  routePolicies,
} from '@recto/contract/policy/policy'
import { omitUndefined } from '@recto/omit-undefined'
import { requests } from './requests.ts'
import { furtherConditions, type Noun, type Situation, situations } from './things.ts'

export const roles = ['admin', 'user', 'reviewer', 'supervisor'] as const

/** The policy as it was when the expectations were made of it. */
export type Policy = { readonly acts: typeof acts; readonly lines: typeof routePolicies }

/** The kind of reply that a cell expects. */
type Expected =
  /** Let through. */
  | 'granted'
  /** Its role has no business here: 403. */
  | 'kept out'
  /** It sees the thing, and may not do this to it: 403. */
  | 'denied'
  /** It may not even know of the thing. */
  | 'hidden'

/** One question to the server with one right answer. */
export type Cell = {
  readonly route: string
  readonly role: (typeof roles)[number]
  readonly expected: Expected
  /** Absent where the route is about no thing. */
  readonly subject?: { readonly act: Act; readonly noun: Noun; readonly situation: Situation }
}

/** A role is refused before the thing is looked up, even if the person owns it. */
const outermostSituations: readonly Situation[] = ['owner', 'elsewhere']

type MemberLine = Extract<RoutePolicy, { who: 'member' }>

/** Every member's route as every role, about a thing in every situation that may matter. */
export function cellsOf(policy: Policy): Cell[] {
  return Object.entries(policy.lines).flatMap(([route, line]) => {
    if (line.who !== 'member') return []
    return roles.flatMap((role) =>
      questionsAt(line, role).map((subject) => {
        const cell = { route, role, ...omitUndefined({ subject }) }
        return { ...cell, expected: expectedOf(policy, cell) }
      }),
    )
  })
}

type Subject = NonNullable<Cell['subject']>

/** Lists what a role is asked about at a route; once nothing if the route is about no thing. */
function questionsAt({ roles: allowedRoles, acts: names }: MemberLine, role: Cell['role']) {
  if (names.length === 0) return [undefined]
  return names.flatMap((act): Subject[] => {
    const noun = nounOf(act)
    return situations[noun]
      .filter((one) => allowedRoles.includes(role) || outermostSituations.includes(one))
      .map((situation) => ({ act, noun, situation }))
  })
}

/** A profile is a part of its project. */
export const nounOf = (act: Act): Noun => {
  const [noun] = act.split('/') as [Noun | 'profile']
  return noun === 'profile' ? 'project' : noun
}

/** The answer that a policy gives to a question. */
export function expectedOf(
  { acts: rules, lines }: Policy,
  { route, role, subject }: Omit<Cell, 'expected'>,
): Expected {
  const line = lines[route]
  if (line?.who !== 'member' || !line.roles.includes(role)) return 'kept out'
  if (!subject) return 'granted'
  if (subject.situation === 'elsewhere') return 'hidden'
  const holding = [
    'anyMember',
    subject.situation,
    ...(furtherConditions[subject.noun]?.[subject.situation] ?? []),
    // An admin sees every workflow.
    ...(role === 'admin' ? ['admin', 'maySeeItsWorkflow'] : []),
  ]
  const isMet = (name: Act) => rules[name].some((one: Condition) => holding.includes(one))
  // Of what a workflow uses, only the name is visible.
  const isVisible =
    isMet(`${nounOf(subject.act)}/see` as Act) ||
    (subject.act === 'connector/name' && isMet(subject.act))
  if (!isVisible) return 'hidden'
  return isMet(subject.act) ? 'granted' : 'denied'
}

/** Routes that are about a thing and of which the matrix has no request, and requests of no route. */
export function gapsOf({ lines }: Pick<Policy, 'lines'>): string[] {
  const policyActs = Object.entries(lines).flatMap(([route, line]) =>
    line.who === 'member' ? line.acts.map((act) => `${route} ${act}`) : [],
  )
  const requestActs = Object.entries(requests).flatMap(([route, requestsByAct]) =>
    Object.keys(requestsByAct).map((act) => `${route} ${act}`),
  )
  return [
    ...policyActs.filter((one) => !requestActs.includes(one)).map((one) => `nothing asks ${one}`),
    ...requestActs.filter((one) => !policyActs.includes(one)).map((one) => `no route has ${one}`),
  ]
}

export const nameOf = ({ route, role, expected, subject }: Cell): string => {
  const thing = subject ? ` (${subject.act}, ${subject.situation})` : ''
  return `${role}: ${route}${thing} is ${expected}`
}
