/** Permissions on lookup tables, each with the conditions of which one must hold. */
export const lookupTableActs = {
  /** Read its rows, and match values to them. */
  'lookup-table/see': ['owner', 'shared', 'sharedToOrg'],
  /** Upload a new version, and say where rows are fetched from. */
  'lookup-table/change': ['owner'],
  'lookup-table/share': ['owner', 'admin'],
  'lookup-table/lend': ['owner', 'shared', 'admin'],
  'lookup-table/delete': ['owner'],
} as const

/** The part of the policy that is about lookup tables. */
export const lookupTablePolicies = <Line>(
  builders: (...acts: readonly (keyof typeof lookupTableActs)[]) => Line,
): Readonly<Record<string, Line>> => ({
  'GET /lookup-tables/': builders('lookup-table/see'),
  'POST /lookup-tables/': builders(),
  'GET /lookup-tables/:id/': builders('lookup-table/see'),
  'DELETE /lookup-tables/:id/': builders('lookup-table/delete'),
  'GET /lookup-tables/:id/versions/': builders('lookup-table/see'),
  'POST /lookup-tables/:id/versions/': builders('lookup-table/change'),
  'GET /lookup-tables/:id/rows/': builders('lookup-table/see'),
  'POST /lookup-tables/source-preview/': builders(),
  'POST /lookup-tables/from-source/': builders(),
  'GET /lookup-tables/:id/source/': builders('lookup-table/see'),
  'PUT /lookup-tables/:id/source/': builders('lookup-table/change'),
  'DELETE /lookup-tables/:id/source/': builders('lookup-table/change'),
  'GET /lookup-tables/:id/refreshes/': builders('lookup-table/see'),
  'POST /lookup-tables/:id/refreshes/': builders('lookup-table/change'),
  'PUT /lookup-tables/:id/aliases/': builders('lookup-table/see'),
  'DELETE /lookup-tables/:id/aliases/': builders('lookup-table/see'),
})
