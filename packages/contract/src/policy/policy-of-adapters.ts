type RoleGrants<Line> = (
  ...acts: readonly ('adapter/see' | 'adapter/open' | 'adapter/delete')[]
) => Line

/** The part of the policy that is about services that an organization has configured. */
export const adapterPolicies = <Line>(
  builders: RoleGrants<Line>,
  everyMember: RoleGrants<Line>,
): Readonly<Record<string, Line>> => ({
  'GET /supported_adapters/': builders(),
  'GET /adapter_schema/': builders(),
  'POST /test_adapters/': builders(),
  'GET /adapter/local/': builders(),
  // Clients ask for it before they know where a member belongs.
  'GET /adapter/': everyMember('adapter/see'),
  'OPTIONS /adapter/': builders(),
  'POST /adapter/': builders(),
  'GET /adapter/default_triad/': builders(),
  'POST /adapter/default_triad/': builders('adapter/see'),
  'GET /adapter/:id/': builders('adapter/open'),
  'PUT /adapter/:id/': builders('adapter/open'),
  'PATCH /adapter/:id/': builders('adapter/open'),
  'DELETE /adapter/:id/': builders('adapter/delete'),
  'GET /adapter/info/:id/': builders('adapter/see'),
  'GET /adapter/users/:id/': builders('adapter/see'),
})
