/** Permissions on connectors, each with the conditions of which one must hold. */
export const connectorActs = {
  /** Use it in workflows, and look into its folders and tables. */
  'connector/see': ['owner', 'shared', 'sharedToOrg'],
  /** Read its name and its kind. Whoever sees a workflow also sees what it reads from and writes to. */
  'connector/name': ['owner', 'shared', 'sharedToOrg', 'usedByWorkflow'],
  /** Read and change its settings, and say with whom it is shared. */
  'connector/open': ['owner'],
  'connector/share': ['owner', 'admin'],
  'connector/lend': ['owner', 'shared', 'admin'],
  'connector/delete': ['owner'],
} as const

/** The part of the policy that is about connectors. */
export const connectorPolicies = <Line>(
  builders: (...acts: readonly (keyof typeof connectorActs)[]) => Line,
  session: Line,
): Readonly<Record<string, Line>> => ({
  'GET /api/v1/oauth/cache-key/:backend': session,
  'GET /api/v1/oauth/login/:backend': session,
  'GET /api/v1/oauth/complete/:backend': session,
  'GET /supported_connectors/': builders(),
  'GET /connector_schema/': builders(),
  'POST /test_connectors/': builders(),
  'GET /connector/': builders('connector/see'),
  'OPTIONS /connector/': builders(),
  'POST /connector/': builders(),
  'GET /connector/:id/': builders('connector/name'),
  'PUT /connector/:id/': builders('connector/open'),
  'PATCH /connector/:id/': builders('connector/open'),
  'DELETE /connector/:id/': builders('connector/delete'),
  'GET /connector/users/:id/': builders('connector/see'),
  'GET /file': builders('connector/see'),
  'GET /file/download': builders('connector/see'),
  'POST /file/upload': builders('connector/see'),
  'GET /connector/:id/mail-address/': builders('connector/see'),
  'POST /connector/:id/mail-address/rotate/': builders('connector/open'),
  'GET /connector/:id/mails/': builders('connector/see'),
  'DELETE /connector/:id/mails/:mail_id/': builders('connector/open'),
  'GET /connector/:id/tables/': builders('connector/see'),
  'GET /connector/:id/columns/': builders('connector/see'),
})
