export type SharedNoun =
  | 'adapter'
  | 'connector'
  | 'lookup-table'
  | 'project'
  | 'workflow'
  | 'deployment'
  | 'pipeline'

type SharingAct = `${SharedNoun}/${'see' | 'lend' | 'share'}`

/** The route policies for sharing, which are the same for every kind of resource. */
export const sharingPolicies = <Line>(
  base: string,
  noun: SharedNoun,
  builders: (...acts: readonly SharingAct[]) => Line,
): Readonly<Record<string, Line>> => ({
  [`GET ${base}/:id/users/`]: builders(`${noun}/see`),
  [`GET ${base}/:id/effective-members/`]: builders(`${noun}/see`),
  [`POST ${base}/:id/share/`]: builders(`${noun}/lend`),
  [`POST ${base}/:id/owners/`]: builders(`${noun}/share`),
  [`DELETE ${base}/:id/owners/:user_id/`]: builders(`${noun}/share`),
})
